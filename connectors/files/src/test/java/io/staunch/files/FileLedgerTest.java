package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.DiskFolder;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a checkpoint knows of a ledger is there at every later start, whatever happens while it is made. */
class FileLedgerTest {
    private static final Path OUT = Path.of("/out");

    private final World world = new World();

    /** Seed 1705 of the random pipelines: a checkpoint knew an identity that was gone after the power had failed, and no start was possible any more. */
    @ParameterizedTest
    @EnumSource(
            value = DiskCall.Kind.class,
            names = {"SYNC", "SYNC_NAMES"})
    void anIdentityThatWasToldSurvivesAPowerFailureAlsoIfItsMakerDidNotLiveToSyncIt(DiskCall.Kind where)
            throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            var disk = new SimulatedDisk(new SplittableRandom(seed));
            disk.plan(call -> call.kind() == where ? DiskFault.KILL : DiskFault.NONE);
            assertThatThrownBy(() -> new Start(disk, 1).run()).isInstanceOf(ProcessKilledException.class);
            disk.plan(DiskPlan.NOTHING);
            String told = new Start(disk, 2).run();
            disk.crash();
            assertThat(new Start(disk, 3).ledger.view().identity())
                    .as("seed " + seed)
                    .isEqualTo(told);
        }
    }

    /**
     * Seed 100001933: of two very first starts at once, one read half an identity, stood still, and deleted what the other had completed and told. The
     * second start comes as a whole in between two calls of the first one, at each of them in turn; then the first one goes on.
     */
    @Test
    void ofTwoFirstStartsAtOnceWhatTheOneThatRecordsItsOwnerTellsStays() throws Exception {
        int inTurn = 0;
        boolean met = true;
        while (met) {
            int between = inTurn++;
            var disk = new SimulatedDisk(new SplittableRandom(between));
            var calls = new AtomicInteger();
            var told = new ArrayList<String>();
            disk.plan(call -> {
                if (calls.getAndIncrement() == between) {
                    told.add(second(disk));
                }
                return DiskFault.NONE;
            });
            try {
                told.add(new Start(disk, 1).run());
            } catch (IOException | StaunchException fenced) {
                assertThat(told).as("before call " + between).hasSize(1);
            }
            disk.plan(DiskPlan.NOTHING);
            met = calls.get() > between;
            disk.crash();
            assertThat(told).as("before call " + between).isNotEmpty();
            assertThat(told).containsOnly(new Start(disk, 3).ledger.view().identity());
        }
        assertThat(inTurn).isGreaterThan(10);
    }

    private static String second(SimulatedDisk disk) {
        try {
            return new Start(disk, 2).run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLedgerThatWasNeverThereIsNotMadeByALook() throws Exception {
        var disk = new SimulatedDisk(new SplittableRandom(1));
        var start = new Start(disk, 1);
        LedgerView seen = start.ledger.view();
        assertThat(seen.owner()).isNull();
        assertThat(seen.entry()).isNull();
        assertThat(start.in.list()).isEmpty();
        assertThat(start.ledger.view().identity()).isNotEqualTo(seen.identity());
    }

    /** An operating system drops what it could not write, and takes it for written. */
    @Test
    void aLineWhoseSyncHasFailedIsWrittenAgainBeforeItIsCountedOn() throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            var disk = new SimulatedDisk(new SplittableRandom(seed));
            var start = new Start(disk, 1);
            start.run();
            var entry = new LedgerEntry("job", "files /out", 3, start.owner);
            disk.plan(call -> call.kind() == DiskCall.Kind.SYNC ? DiskFault.FAIL : DiskFault.NONE);
            LedgerLine line = start.ledger.row().line().with(entry, List.of());
            assertThatThrownBy(() -> start.ledger.write(start.ledger.row(), line))
                    .isInstanceOf(IOException.class);
            disk.plan(DiskPlan.NOTHING);
            var again = new Start(disk, 2).ledger;
            assertThat(again.view().entry()).isEqualTo(entry);
            if (seed % 2 == 0) {
                again.settle(again.row());
            } else {
                again.write(again.row(), line);
            }
            disk.crash();
            assertThat(new Start(disk, 3).ledger.view().entry())
                    .as("seed " + seed)
                    .isEqualTo(entry);
        }
    }

    @Test
    void whatAnOlderProcessWritesToTheLedgerIsNotRead() throws Exception {
        var in = SinkFolder.open(world.disk(), OUT, "sink@job").own();
        var old = new FileLedger(in, world::newId);
        var now = new FileLedger(in, world::newId);
        old.raise();
        FileLedger.Row row = old.row();
        now.raise();
        var owner = new Owner(world.newId(), 1, world.newId());
        assertThatThrownBy(() -> old.write(row, row.line().with(owner))).isNotNull();
        assertThat(now.row())
                .isEqualTo(old.row())
                .extracting(read -> read.line().owner())
                .isNull();
        var entry = new LedgerEntry("job", "files /out", 3, owner);
        now.write(now.row(), now.row().line().with(owner).with(entry, List.of("t1", "t2")));
        now.raise();
        assertThat(now.view().owner()).isEqualTo(owner);
        assertThat(now.view().entry()).isEqualTo(entry);
        assertThat(now.row().line().settled()).containsExactly("t1", "t2");
        assertThat(now.view().identity()).isEqualTo(old.view().identity());
    }

    /** Another one has made the second file, and gives it its beginning while this one looks for the newest beginning. */
    @Test
    void aLedgerIsNotLostWhenTwoProcessesRaiseItsFenceAtOnce() throws Exception {
        var in = SinkFolder.open(world.disk(), OUT, "sink@job").own();
        var ledger = new FileLedger(in, world::newId);
        ledger.raise();
        var owner = new Owner(world.newId(), 1, world.newId());
        ledger.write(ledger.row(), ledger.row().line().with(owner));
        in.create("ledger-2").close();
        byte[] beginning = in.read("ledger-1", 0, 1000);
        world.simulated.plan(call -> {
            if (call.kind() == DiskCall.Kind.READ && call.file().equals("ledger-1")) {
                world.simulated.replace(in(), "ledger-2", beginning);
                delete("ledger-1");
            }
            return DiskFault.NONE;
        });
        assertThat(ledger.raise()).isEqualTo(3);
        assertThat(ledger.view().owner()).isEqualTo(owner);
    }

    /** Of a process that has raised it long after others had: to a number that they had deleted. */
    @Test
    void aBeginningThatWasMadeLateIsNotTakenForTheLedger() throws Exception {
        var in = SinkFolder.open(world.disk(), OUT, "sink@job").own();
        var ledger = new FileLedger(in, world::newId);
        ledger.raise();
        var owner = new Owner(world.newId(), 1, world.newId());
        ledger.write(ledger.row(), ledger.row().line().with(owner));
        byte[] beginning = in.read("ledger-1", 0, 1000);
        delete("ledger-1");
        world.simulated.replace(
                in(), "ledger-2", LedgerLine.first(world.newId()).bytes());
        world.simulated.replace(in(), "ledger-3", beginning);
        in.create("ledger-4").close();
        world.simulated.plan(call -> {
            if (call.kind() == DiskCall.Kind.READ && call.file().equals("ledger-3")) {
                world.simulated.replace(in(), "ledger-4", beginning);
                delete("ledger-3");
            }
            return DiskFault.NONE;
        });
        assertThat(ledger.raise()).isEqualTo(5);
        assertThat(ledger.view().owner()).isEqualTo(owner);
    }

    @Test
    void aLedgerIsWrittenAnewBeforeItGrowsLong() throws Exception {
        var in = SinkFolder.open(world.disk(), OUT, "sink@job").own();
        var ledger = new FileLedger(in, world::newId);
        ledger.raise();
        var owner = new Owner(world.newId(), 1, world.newId());
        for (int i = 1; i <= 400; i++) {
            var entry = new LedgerEntry("job", "files /out", i, owner);
            ledger.write(ledger.row(), ledger.row().line().with(owner).with(entry, List.of()));
            assertThat(ledger.view().entry()).isEqualTo(entry);
        }
        assertThat(in.length("ledger-1")).isLessThan(70_000);
    }

    private static Path in() {
        return OUT.resolve(".staunch/sink@job");
    }

    private void delete(String file) {
        try {
            world.simulated.open(in()).delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process does with a ledger until its first checkpoint knows it. */
    private static final class Start {
        private final DiskFolder in;
        private final FileLedger ledger;
        private final Owner owner;
        private long ids;

        Start(SimulatedDisk disk, int process) throws IOException {
            var world = new World(disk);
            in = SinkFolder.open(world.disk(), OUT, "sink@job").own();
            ledger = new FileLedger(in, () -> new UUID(process, ++ids));
            owner = new Owner(new UUID(process, 0), process, new UUID(0, 0));
        }

        String run() throws IOException {
            ledger.view();
            long fence = ledger.raise();
            String identity = ledger.view().identity();
            FileLedger.Row row = ledger.row();
            if (row.fence() != fence) {
                throw new StaunchException("fenced", Remedy.FAIL_JOB);
            }
            ledger.write(row, row.line().with(owner));
            return identity;
        }
    }
}
