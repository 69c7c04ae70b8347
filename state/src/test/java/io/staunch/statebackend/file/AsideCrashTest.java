package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.statebackend.file.Trial.Blow;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.EveryChoice;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is set aside is whole and durable once the call has returned, and before that whole or not there. */
class AsideCrashTest {
    private static final Path STORE = Path.of("/store");
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);
    private static final String NAME = "totals-checkpoint-0.jsonl";
    private static final String FILE = AsideFiles.PREFIX + NAME;

    @ParameterizedTest
    @EnumSource(
            value = DiskFault.class,
            names = {"NONE"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFaultAtAnyCallAndAPowerFailureLeaveTheWholeFileOrNone(DiskFault fault) {
        boolean struck = true;
        int lives = 0;
        for (long call = 1; struck; call++) {
            var choice = new EveryChoice(3);
            while (choice.next()) {
                var blow = new Blow(call, fault);
                live(new SimulatedDisk(choice), blow);
                struck = blow.struck();
                lives++;
            }
        }
        assertThat(lives).isGreaterThan(5);
    }

    private static void live(SimulatedDisk disk, Blow blow) {
        boolean done = false;
        try (StoreClaim claim = store(disk, "first").claim("orders", FIRST)) {
            complete(claim);
            disk.plan(blow);
            claim.setAside(NAME, List.of(bytes("one\n"), bytes("two\n")));
            done = true;
        } catch (StaunchException | ProcessKilledException e) {
            assertThat(blow.struck()).as("%s", e).isTrue();
        }
        disk.plan(DiskPlan.NOTHING);
        disk.crash();
        List<String> files = disk.files(STORE);
        if (done) {
            assertThat(files).contains(FILE);
        }
        if (files.contains(FILE)) {
            assertThat(new String(disk.content(STORE, FILE), StandardCharsets.UTF_8))
                    .isEqualTo("one\ntwo\n");
        }
        try (StoreClaim claim = store(disk, "second").claim("orders", SECOND)) {
            assertThat(claim.completed()).hasSize(1);
            claim.takeBack(NAME);
        }
        disk.crash();
        assertThat(disk.files(STORE)).noneMatch(each -> each.contains(AsideFiles.PREFIX));
    }

    private static FileCheckpointStore store(SimulatedDisk disk, String process) {
        return new FileCheckpointStore(disk.process(process), STORE, UUID::randomUUID, 1 << 20);
    }

    private static void complete(StoreClaim claim) {
        claim.reserve(0);
        var owner = new Owner(FIRST, claim.epoch(), claim.lineage());
        claim.complete(new StoredCheckpoint(0, owner, bytes("manifest"), List.of()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
