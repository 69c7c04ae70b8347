package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Disk;
import io.staunch.statebackend.file.Trial.Blow;
import io.staunch.statebackend.file.Trial.Power;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.EveryChoice;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * F29 and F30: the process dies, or the power fails, at every call that a session makes to the disk, with every choice of what
 * survives (of places to tear a write at, some). Small segments make every session roll and clean up.
 */
class CrashTest {
    private static final long SMALL_SEGMENTS = 600;
    private static final long ONE_SEGMENT = 1 << 20;
    private static final List<DiskFault> DEATHS =
            List.of(DiskFault.KILL, DiskFault.KILL_PART_WAY, DiskFault.KILL_AFTERWARDS);

    @ParameterizedTest
    @ValueSource(longs = {1, SMALL_SEGMENTS, ONE_SEGMENT})
    void aProcessThatDiesAtAnyCallLosesNothingThatWasComplete(long segmentBytes) {
        assertThat(everyDeath(segmentBytes, Power.NEVER, 6, disk -> disk)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {SMALL_SEGMENTS, ONE_SEGMENT})
    void aPowerFailureAtAnyCallLosesNothingThatWasCompleteWhateverSurvives(long segmentBytes) {
        assertThat(everyDeath(segmentBytes, Power.AFTER_THE_SESSION, 4, disk -> disk))
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {SMALL_SEGMENTS, ONE_SEGMENT})
    void whatASuccessorHasCountedIsNotLostByALaterPowerFailure(long segmentBytes) {
        assertThat(everyDeath(segmentBytes, Power.AFTER_ITS_SUCCESSOR, 2, disk -> disk))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource(Power.class)
    void aSuccessorThatDiesAtAnyCallTooLosesNothingEither(Power power) {
        var trial = new Trial(ONE_SEGMENT, 1, power, disk -> disk);
        for (long call = 1; everySecondDeath(trial, call); call++) {
            // Until the session outlives the blow.
        }
    }

    private static boolean everySecondDeath(Trial trial, long call) {
        boolean firstStruck = true;
        boolean secondStruck = true;
        for (long next = 1; secondStruck; next++) {
            var choice = new EveryChoice(2);
            while (choice.next()) {
                var first = new Blow(call, DiskFault.KILL_AFTERWARDS);
                var second = new Blow(next, DiskFault.KILL_AFTERWARDS);
                trial.run(choice, first, second);
                firstStruck = first.struck();
                secondStruck = second.struck();
            }
        }
        return firstStruck;
    }

    @Test
    void aStoreThatDoesNotSyncIsCaught() {
        assertCaught(Power.AFTER_THE_SESSION, BrokenStores::withoutSync);
    }

    @Test
    void aStoreThatDoesNotSyncNamesIsCaught() {
        assertCaught(Power.AFTER_THE_SESSION, BrokenStores::withoutSyncOfNames);
    }

    @Test
    void aStoreThatTakesADeadWritersBytesForDurableIsCaught() {
        assertCaught(Power.AFTER_ITS_SUCCESSOR, BrokenStores::withoutSyncOfOthersFiles);
    }

    private static void assertCaught(Power power, UnaryOperator<Disk> broken) {
        assertThatThrownBy(() -> everyDeath(ONE_SEGMENT, power, 3, broken)).isInstanceOf(AssertionError.class);
    }

    /** Returns how many lives were lived. */
    private static long everyDeath(long segmentBytes, Power power, int spread, UnaryOperator<Disk> broken) {
        var trial = new Trial(segmentBytes, 2, power, broken);
        long lives = 0;
        boolean struck = true;
        for (long call = 1; struck; call++) {
            for (DiskFault death : DEATHS) {
                var choice = new EveryChoice(spread);
                while (choice.next()) {
                    var blow = new Blow(call, death);
                    trial.run(choice, blow, Blow.none());
                    struck = blow.struck();
                    lives++;
                }
            }
        }
        return lives;
    }
}
