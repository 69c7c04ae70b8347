package io.staunch.protocol.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MS = 1_000_000;

    @Test
    void equalBoundsAreTheInterval() {
        Pace pace = Pace.between(100 * MS, 100 * MS);
        assertThat(pace.intervalNanos()).isEqualTo(100 * MS);
        assertThat(pace.settled(MS).intervalNanos()).isEqualTo(100 * MS);
        assertThat(pace.settled(10_000 * MS).intervalNanos()).isEqualTo(100 * MS);
    }

    @Test
    void isTheShortestUntilOneHasSettled() {
        assertThat(Pace.between(MS, 100 * MS).intervalNanos()).isEqualTo(MS);
    }

    @Test
    void isTwiceWhatCheckpointsTake() {
        assertThat(Pace.between(MS, 100 * MS).settled(7 * MS).intervalNanos()).isEqualTo(14 * MS);
    }

    @Test
    void staysWithinItsBounds() {
        Pace pace = Pace.between(5 * MS, 100 * MS);
        assertThat(pace.settled(MS).intervalNanos()).isEqualTo(5 * MS);
        assertThat(pace.settled(51 * MS).intervalNanos()).isEqualTo(100 * MS);
        assertThat(pace.settled(Long.MAX_VALUE).intervalNanos()).isEqualTo(100 * MS);
    }

    @Test
    void oneSlowCheckpointCountsForAQuarterAndIsForgotten() {
        Pace pace = Pace.between(MS, 1_000 * MS).settled(8 * MS).settled(48 * MS);
        assertThat(pace.intervalNanos()).isEqualTo(36 * MS);
        for (int i = 0; i < 40; i++) {
            pace = pace.settled(8 * MS);
        }
        assertThat(pace.intervalNanos()).isBetween(16 * MS, 17 * MS);
    }

    @Test
    void eachFailureDoublesTheIntervalUpToAPauseThatIsLongEnough() {
        assertThat(Pace.afterFailures(MS, 0)).isEqualTo(MS);
        assertThat(Pace.afterFailures(MS, 1)).isEqualTo(MS);
        assertThat(Pace.afterFailures(MS, 4)).isEqualTo(8 * MS);
        assertThat(Pace.afterFailures(MS, 1_000)).isEqualTo(5_000 * MS);
    }

    @Test
    void failuresNeverMakeAnIntervalShorter() {
        long year = 365L * 24 * 3600 * 1_000 * MS;
        for (long interval = 1; interval <= year; interval = interval * 3 + 1) {
            for (int failures = 0; failures <= 100; failures++) {
                assertThat(Pace.afterFailures(interval, failures)).isGreaterThanOrEqualTo(interval);
            }
        }
    }

    @Test
    void boundsHaveToBeInOrder() {
        assertThatThrownBy(() -> Pace.between(0, MS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Pace.between(2 * MS, MS)).isInstanceOf(IllegalArgumentException.class);
    }
}
