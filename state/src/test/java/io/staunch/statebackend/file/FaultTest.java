package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.statebackend.file.Trial.Blow;
import io.staunch.statebackend.file.Trial.Power;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.EveryChoice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Any call to the disk fails, one or two of them, and the session goes on as its errors tell it to. What was refused never counts, what
 * was completed always does, also after a power failure; a sync that failed is never trusted again.
 */
class FaultTest {
    private static final long SMALL_SEGMENTS = 600;
    private static final long ONE_SEGMENT = 1 << 20;
    private static final List<DiskFault> FAILURES =
            List.of(DiskFault.FAIL, DiskFault.FAIL_PART_WAY, DiskFault.FAIL_AFTERWARDS);

    @ParameterizedTest
    @EnumSource(Power.class)
    void anyFailureLosesNothing(Power power) {
        assertThat(everyFailure(ONE_SEGMENT, power)).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Power.class)
    void anyFailureLosesNothingWhileTheStoreRollsAndCleansUp(Power power) {
        assertThat(everyFailure(SMALL_SEGMENTS, power)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {SMALL_SEGMENTS, ONE_SEGMENT})
    void anyTwoFailuresLoseNothing(long segmentBytes) {
        var trial = new Trial(segmentBytes, 2, Power.AFTER_THE_SESSION, disk -> disk);
        for (DiskFault one : List.of(DiskFault.FAIL_PART_WAY, DiskFault.FAIL_AFTERWARDS)) {
            for (DiskFault other : List.of(DiskFault.FAIL_PART_WAY, DiskFault.FAIL_AFTERWARDS)) {
                everyPair(trial, one, other);
            }
        }
    }

    @Test
    void aStoreThatTrustsASecondSyncIsCaught() {
        var trial = new Trial(ONE_SEGMENT, 2, Power.AFTER_THE_SESSION, BrokenStores::trustingTheSecondSync);
        assertThatThrownBy(() -> everyFailure(trial)).isInstanceOf(AssertionError.class);
    }

    /** A process dies anywhere, the claim of its successor fails anywhere, and the one after that counts on what it finds. */
    @Test
    void whatIsCountedAfterAClaimThatFailedIsNotLostByALaterPowerFailure() {
        assertThat(everyFailureAfterADeath(new Trial(ONE_SEGMENT, 1, Power.AFTER_ITS_SUCCESSOR, disk -> disk)))
                .isPositive();
    }

    /** Found by seed 90511462 of random pipelines. */
    @Test
    void aStoreThatTrustsASecondSyncOfWhatOthersWroteIsCaught() {
        var trial = new Trial(ONE_SEGMENT, 1, Power.AFTER_ITS_SUCCESSOR, BrokenStores::withoutWritingAgain);
        assertThatThrownBy(() -> everyFailureAfterADeath(trial)).isInstanceOf(AssertionError.class);
    }

    private static long everyFailureAfterADeath(Trial trial) {
        long lives = 0;
        boolean firstStruck = true;
        for (long call = 1; firstStruck; call++) {
            boolean secondStruck = true;
            for (long next = 1; secondStruck; next++) {
                var choice = new EveryChoice(2);
                while (choice.next()) {
                    var first = new Blow(call, DiskFault.KILL);
                    var second = new Blow(next, DiskFault.FAIL);
                    trial.runWithOneMore(choice, first, second);
                    firstStruck = first.struck();
                    secondStruck = second.struck();
                    lives++;
                }
            }
        }
        return lives;
    }

    private static void everyPair(Trial trial, DiskFault one, DiskFault other) {
        boolean firstStruck = true;
        for (long call = 1; firstStruck; call++) {
            boolean secondStruck = true;
            for (long more = 1; secondStruck; more++) {
                var choice = new EveryChoice(2);
                choice.next();
                var first = new Blow(call, one);
                var second = new Blow(call + more, other);
                trial.run(choice, new TwoBlows(first, second), Blow.none());
                firstStruck = first.struck();
                secondStruck = second.struck();
            }
        }
    }

    private static long everyFailure(long segmentBytes, Power power) {
        return everyFailure(new Trial(segmentBytes, 2, power, disk -> disk));
    }

    private static long everyFailure(Trial trial) {
        long lives = 0;
        boolean struck = true;
        for (long call = 1; struck; call++) {
            for (DiskFault failure : FAILURES) {
                var choice = new EveryChoice(2);
                while (choice.next()) {
                    var blow = new Blow(call, failure);
                    trial.run(choice, blow, Blow.none());
                    struck = blow.struck();
                    lives++;
                }
            }
        }
        return lives;
    }

    /** One after the other in the same process. */
    private static final class TwoBlows extends Blow {
        private final Blow first;
        private final Blow second;

        TwoBlows(Blow first, Blow second) {
            super(0, DiskFault.NONE);
            this.first = first;
            this.second = second;
        }

        @Override
        public DiskFault before(DiskCall call) {
            DiskFault earlier = first.before(call);
            DiskFault later = second.before(call);
            return later == DiskFault.NONE ? earlier : later;
        }

        @Override
        boolean struck() {
            return first.struck();
        }

        @Override
        public String toString() {
            return first + " and " + second;
        }
    }
}
