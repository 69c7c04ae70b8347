package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Disk;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.EveryChoice;
import io.staunch.testkit.disk.SimulatedDisk;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The fence: two processes that no lock keeps apart claim the store and complete checkpoints, their calls to the disk interleaved in
 * every way with so many changes from one to the other.
 */
class RivalsTest {
    private static final long ONE_SEGMENT = 1 << 20;
    private static final UUID OLDER = new UUID(7, 7);

    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void twoClaimsNeverContradictEachOther() {
        everyInterleaving(2, ONE_SEGMENT, 2, disk -> disk);
        everyInterleaving(3, ONE_SEGMENT, 1, disk -> disk);
    }

    @Test
    void twoClaimsNeverContradictEachOtherWhileTheyRollAndCleanUp() {
        everyInterleaving(2, 1, 2, disk -> disk);
    }

    @Test
    void lookingBeforeTheAppendInsteadOfAfterTheSyncIsCaught() {
        assertThatThrownBy(() -> everyInterleaving(2, ONE_SEGMENT, 2, BrokenStores::lookBeforeAppend))
                .isInstanceOf(AssertionError.class)
                .hasStackTraceContaining("sees the newest of epoch");
    }

    @Test
    void measuringBeforeTheClaimInsteadOfAfterIsCaught() {
        assertThatThrownBy(() -> everyInterleaving(2, ONE_SEGMENT, 2, BrokenStores::measureBeforeClaim))
                .isInstanceOf(AssertionError.class)
                .hasStackTraceContaining("sees the newest of epoch");
    }

    private void everyInterleaving(int changes, long segmentBytes, int checkpoints, UnaryOperator<Disk> broken) {
        int[] turns = new int[changes];
        int used = changes;
        while (used > 0) {
            used = interleaved(turns, segmentBytes, checkpoints, broken);
            // Counts the turns up like the digits of a number. One that was not used up is longer than what there is to
            // do.
            if (used > 0) {
                turns[used - 1]++;
                Arrays.fill(turns, used, changes, 0);
            }
        }
    }

    /** Returns how many turns were used up. */
    private int interleaved(int[] turns, long segmentBytes, int checkpoints, UnaryOperator<Disk> broken) {
        var choice = new EveryChoice();
        choice.next();
        var disk = new SimulatedDisk(choice);
        disk.locksExclude(false);
        var before = new Rival(disk.process("before"), OLDER, segmentBytes, 2);
        before.run();
        var a = new Rival(broken.apply(disk.process("a")), new UUID(1, 1), segmentBytes, checkpoints);
        var b = new Rival(broken.apply(disk.process("b")), new UUID(2, 2), segmentBytes, checkpoints);
        var plan = new Turns("a", turns);
        disk.plan(plan);
        try {
            int used = plan.run(threads, a, b);
            disk.plan(DiskPlan.NOTHING);
            disk.crash();
            var after = new Rival(disk.process("after"), OLDER, segmentBytes, 0);
            after.run();
            judge(before, a.epoch < b.epoch ? a : b, a.epoch < b.epoch ? b : a, after);
            return used;
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("turns of " + Arrays.toString(turns) + " calls, segments of " + segmentBytes, e);
        }
    }

    private static void judge(Rival before, Rival older, Rival newer, Rival after) {
        assertThat(Collections.disjoint(older.used, newer.used))
                .as(
                        "ids %s of epoch %s and %s of epoch %s are used once",
                        older.used, older.epoch, newer.used, newer.epoch)
                .isTrue();
        judgeSuccessor(before, older);
        if (newer.epoch > 0) {
            assertThat(newer.epoch).isNotEqualTo(older.epoch);
            judgeSuccessor(older.epoch > 0 ? older : before, newer);
        }
        judgeSuccessor(newer.epoch > 0 ? newer : before, after);
        var unseen = new HashSet<>(after.saw);
        unseen.removeAll(newer.saw);
        assertThat(newer.used)
                .as("what the newer claim did not see is never read")
                .containsAll(unseen);
    }

    /** A claim sees what every older one was told, and nothing that nobody wrote. */
    private static void judgeSuccessor(Rival older, Rival newer) {
        if (newer.epoch > 0) {
            assertThat(newer.saw)
                    .as("epoch %s sees the newest of epoch %s", newer.epoch, older.epoch)
                    .contains(older.newest());
            var possible = new HashSet<>(older.saw);
            possible.addAll(older.used);
            assertThat(possible).containsAll(newer.saw);
        }
    }
}
