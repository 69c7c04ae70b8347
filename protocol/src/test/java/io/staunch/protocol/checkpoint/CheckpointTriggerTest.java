package io.staunch.protocol.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.checkpoint.CheckpointTrigger.Decision;
import io.staunch.protocol.checkpoint.CheckpointTrigger.Facts;
import org.junit.jupiter.api.Test;

class CheckpointTriggerTest {
    private static final long INTERVAL = 100;
    private static final long TIMEOUT = 1_000;
    private static final long DEADLINE = 10_000;

    /** So long after the last start, with a transaction that has been open for some time. */
    private static Decision decide(long after, boolean changed, long openNanos) {
        return CheckpointTrigger.decide(
                new Facts(5_000 + after, 5_000, INTERVAL, false, false, changed, false, openNanos, DEADLINE, TIMEOUT));
    }

    private static Decision decide(boolean pending, boolean committing, boolean changed, boolean last, long after) {
        return CheckpointTrigger.decide(
                new Facts(after, 0, INTERVAL, pending, committing, changed, last, 0, Long.MAX_VALUE, TIMEOUT));
    }

    @Test
    void oneStartsWhenTheIntervalHasPassedAndNotBefore() {
        assertThat(decide(INTERVAL - 1, true, 0)).isEqualTo(Decision.WAIT);
        assertThat(decide(INTERVAL, true, 0)).isEqualTo(Decision.START);
    }

    @Test
    void oneForWhichNothingHasChangedIsPassedOver() {
        assertThat(decide(INTERVAL, false, 0)).isEqualTo(Decision.SKIP);
        assertThat(decide(INTERVAL - 1, false, 0)).isEqualTo(Decision.WAIT);
    }

    @Test
    void itStartsEarlierWhenTheTransactionNearsItsDeadline() {
        assertThat(decide(1, true, DEADLINE - TIMEOUT - 1)).isEqualTo(Decision.WAIT);
        assertThat(decide(1, true, DEADLINE - TIMEOUT)).isEqualTo(Decision.START);
    }

    @Test
    void noneStartsBeforeTheOneBeforeIsDurableAndCommitted() {
        assertThat(decide(true, false, true, true, INTERVAL)).isEqualTo(Decision.WAIT);
        assertThat(decide(false, true, true, true, INTERVAL)).isEqualTo(Decision.WAIT);
    }

    @Test
    void theLastOneStartsAtOnceAndAlsoIfNothingHasChanged() {
        assertThat(decide(false, false, false, true, 0)).isEqualTo(Decision.START);
    }

    private static Decision decide(boolean behind, boolean full, boolean last, long after, long openNanos) {
        return CheckpointTrigger.decide(
                new Facts(after, 0, INTERVAL, false, false, true, last, openNanos, DEADLINE, TIMEOUT, behind, full));
    }

    @Test
    void checkpointsWaitForFollowersThatAreFarBehind() {
        assertThat(decide(true, false, false, 10 * INTERVAL, 0)).isEqualTo(Decision.WAIT);
        assertThat(decide(true, true, false, 10 * INTERVAL, 0)).isEqualTo(Decision.WAIT);
    }

    @Test
    void theLastOneDoesNotWaitForFollowersNorOneThatSavesTheTransaction() {
        assertThat(decide(true, false, true, 0, 0)).isEqualTo(Decision.START);
        assertThat(decide(true, false, false, 1, DEADLINE - TIMEOUT)).isEqualTo(Decision.START);
    }

    @Test
    void aFullIntervalEndsBeforeItsTime() {
        assertThat(decide(false, true, false, 1, 0)).isEqualTo(Decision.START);
        assertThat(decide(false, false, false, 1, 0)).isEqualTo(Decision.WAIT);
    }
}
