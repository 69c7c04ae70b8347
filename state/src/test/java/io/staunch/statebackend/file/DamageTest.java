package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.EveryChoice;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Every bit of a small store is flipped and every file is cut at every length. What comes of it is the right state or an error that
 * names the file. Only cutting the newest file may lose what is newest, since that is what a crash may leave; the ledgers tell.
 */
class DamageTest {
    private static final Path FOLDER = ScriptedSession.FOLDER;
    private static final UUID ATTEMPT = new UUID(3, 3);
    private static final int RANDOM_DAMAGES = 3_000;

    private final Map<Long, String> right = new LinkedHashMap<>();

    @Test
    void everyFlippedBitGivesTheRightStateOrAnErrorThatNamesTheFile() {
        SimulatedDisk store = store(600, 3);
        everyFlip(store, false);
    }

    @Test
    void everyFlippedBitOfAnIdleStoreGivesTheRightStateOrAnErrorThatNamesTheFile() {
        SimulatedDisk store = store(1 << 20, 0);
        everyFlip(store, false);
    }

    @Test
    void aFlippedBitBehindWhatIsProvenMayCutTheNewestCheckpointAndNoOther() {
        SimulatedDisk store = new SimulatedDisk(first());
        var session = new ScriptedSession(new Knowledge(), 1 << 20);
        session.run(store.process("a"), ATTEMPT, 2);
        // It dies after the sync of its second checkpoint, so that no mark says that the manifest is durable.
        var syncs = new long[1];
        store.plan(call -> {
            syncs[0] += call.kind() == DiskCall.Kind.SYNC ? 1 : 0;
            return syncs[0] == 3 ? DiskFault.KILL_AFTERWARDS : DiskFault.NONE;
        });
        try {
            session.run(store.process("b"), ATTEMPT, 2);
        } catch (ProcessKilledException died) {
            // As planned.
        }
        store.plan(call -> DiskFault.NONE);
        remember(store);
        everyFlip(store, true);
    }

    @Test
    void everyCutOfAnOlderFileGivesTheRightStateOrAnErrorAndOfTheNewestFileAnEarlierState() {
        SimulatedDisk store = store(600, 3);
        List<String> logs = logs(store);
        for (String file : logs) {
            boolean newest = file.equals(logs.get(logs.size() - 1));
            byte[] whole = store.content(FOLDER, file);
            for (int length = 0; length < whole.length; length++) {
                SimulatedDisk cut = store.copy(first());
                cut.replace(FOLDER, file, Arrays.copyOf(whole, length));
                judge(cut, file, file + " cut to " + length, newest ? right.size() : 0);
            }
        }
    }

    @Test
    void randomDamageOfManyBytesGivesTheRightStateOrAnErrorThatNamesTheFile() {
        SimulatedDisk store = store(600, 3);
        List<String> logs = logs(store);
        int unnoticed = 0;
        for (long seed = 1; seed <= RANDOM_DAMAGES; seed++) {
            var chance = new SplittableRandom(seed);
            String file = logs.get(chance.nextInt(logs.size()));
            boolean newest = file.equals(logs.get(logs.size() - 1));
            byte[] whole = store.content(FOLDER, file);
            byte[] damage = Damage.of(whole, store.content(FOLDER, logs.get(chance.nextInt(logs.size()))), chance);
            SimulatedDisk damaged = store.copy(first());
            damaged.replace(FOLDER, file, damage);
            judge(damaged, file, file + " damaged by seed " + seed, newest ? right.size() : 0);
            unnoticed += Arrays.equals(whole, damage) ? 1 : 0;
        }
        assertThat(unnoticed).as("seeds that changed nothing").isLessThan(RANDOM_DAMAGES / 10);
    }

    @Test
    void aFileThatIsMissingIsNamedUnlessItIsTheNewest() throws IOException {
        SimulatedDisk store = store(600, 3);
        List<String> logs = logs(store);
        for (String file : logs) {
            SimulatedDisk without = store.copy(first());
            without.process("somebody").open(FOLDER).delete(file);
            judge(without, file, file + " deleted", file.equals(logs.get(logs.size() - 1)) ? right.size() : 0);
        }
    }

    /** A store of two epochs with so many checkpoints in the second. */
    private SimulatedDisk store(long segmentBytes, int checkpoints) {
        var disk = new SimulatedDisk(first());
        var session = new ScriptedSession(new Knowledge(), segmentBytes);
        session.run(disk.process("a"), ATTEMPT, 2);
        session.run(disk.process("b"), ATTEMPT, checkpoints);
        remember(disk);
        return disk;
    }

    private void remember(SimulatedDisk disk) {
        right.clear();
        right.putAll(state(disk));
    }

    private void everyFlip(SimulatedDisk store, boolean newestMayGo) {
        List<String> logs = logs(store);
        for (String file : logs) {
            byte[] bytes = store.content(FOLDER, file);
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                SimulatedDisk damaged = store.copy(first());
                damaged.replace(FOLDER, file, flipped);
                boolean mayGo = newestMayGo && file.equals(logs.get(logs.size() - 1));
                judge(damaged, file, file + " with bit " + bit + " flipped", mayGo ? 1 : 0);
            }
        }
    }

    private void judge(SimulatedDisk damaged, String file, String how, int mayLose) {
        try {
            Map<Long, String> found = state(damaged);
            assertThat(right.entrySet()).as(how).containsAll(found.entrySet());
            assertThat(found.size()).as("checkpoints in %s", how).isGreaterThanOrEqualTo(right.size() - mayLose);
            found.keySet()
                    .forEach(id -> assertThat(List.copyOf(right.keySet()).indexOf(id))
                            .as("the order of checkpoints in %s", how)
                            .isEqualTo(List.copyOf(found.keySet()).indexOf(id)));
        } catch (StaunchException e) {
            assertThat(e.remedy()).as(how).isEqualTo(Remedy.FAIL_JOB);
            assertThat(e)
                    .as(how)
                    .hasMessageContaining(mayLose > 0 ? ".log" : file)
                    .hasMessageContaining("expected");
        }
    }

    /** All checkpoints with all their bytes, as a new claim of a copy of the disk sees them. */
    private static Map<Long, String> state(SimulatedDisk disk) {
        Map<Long, String> state = new LinkedHashMap<>();
        var store = new FileCheckpointStore(disk.copy(first()).process("c"), FOLDER, () -> ATTEMPT, 1 << 20);
        try (StoreClaim claim = store.claim(ScriptedSession.JOB, ATTEMPT)) {
            for (StoredCheckpoint checkpoint : claim.completed()) {
                var text = new StringBuilder(checkpoint.owner() + Arrays.toString(checkpoint.manifest()));
                checkpoint.chunks().forEach(chunk -> text.append(Arrays.toString(claim.read(chunk))));
                state.put(checkpoint.id(), text.toString());
            }
        }
        return state;
    }

    private static List<String> logs(SimulatedDisk disk) {
        return disk.files(FOLDER).stream().filter(name -> name.endsWith(".log")).toList();
    }

    private static EveryChoice first() {
        var choice = new EveryChoice();
        choice.next();
        return choice;
    }
}
