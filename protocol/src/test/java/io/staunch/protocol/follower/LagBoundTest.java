package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LagBoundTest {
    private static final LagBound BOUND = new LagBound(3, 1000);

    @Test
    void nobodyWaitsUpToTheBound() {
        assertThat(BOUND.checkpointsWait(2, 999)).isFalse();
        assertThat(BOUND.recordsWait(500, 499, false)).isFalse();
        assertThat(BOUND.intervalFull(499)).isFalse();
    }

    @Test
    void checkpointsWaitAtEitherBound() {
        assertThat(BOUND.checkpointsWait(3, 0)).isTrue();
        assertThat(BOUND.checkpointsWait(1, 1000)).isTrue();
    }

    @Test
    void recordsWaitForBytesOnlyAndNeverBeforeABarrierThatIsAhead() {
        assertThat(BOUND.recordsWait(900, 100, false)).isTrue();
        assertThat(BOUND.recordsWait(900, 100, true)).isFalse();
    }

    @Test
    void openTransactionsWaitWhenCheckpointsDoAndNeverBeforeABarrier() {
        assertThat(BOUND.transactionsWait(2, 999, false)).isFalse();
        assertThat(BOUND.transactionsWait(3, 0, false)).isTrue();
        assertThat(BOUND.transactionsWait(1, 1000, false)).isTrue();
        assertThat(BOUND.transactionsWait(3, 0, true)).isFalse();
    }

    @Test
    void somethingAlwaysGoesOn() {
        for (long waiting = 0; waiting <= 2000; waiting += 50) {
            for (long open = 0; open <= 2000; open += 50) {
                boolean stuck = BOUND.recordsWait(waiting, open, false) && waiting == 0 && !BOUND.intervalFull(open);
                assertThat(stuck).as("%d waiting and %d open", waiting, open).isFalse();
            }
        }
    }

    @Test
    void aBoundThatLetsNothingThroughIsNone() {
        assertThatThrownBy(() -> new LagBound(0, 1)).hasMessageContaining("lets nothing through");
        assertThatThrownBy(() -> new LagBound(1, 0)).hasMessageContaining("lets nothing through");
    }
}
