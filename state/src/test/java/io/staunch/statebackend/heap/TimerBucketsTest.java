package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which timers stand in buckets: that they fire as all others do is shown by {@link HeapTimersTest}. */
class TimerBucketsTest {
    private final TimerBuckets buckets = new TimerBuckets(false);

    /** A bucket for each millisecond of an hour would take more memory than all else, as of a deduplication with thousands of keys a second. */
    @Test
    void timesThatAFewKeysShareByChanceGetNone() {
        for (long time = 0; time < 100_000; time++) {
            for (long hash = 0; hash < 5; hash++) {
                buckets.add(time - hash % 2, hash, null);
            }
        }
        assertThat(buckets.size()).isZero();
    }

    @Test
    void timesThatManyKeysShareDoAlsoIfTheyComeByTurns() {
        for (long hash = 0; hash < 1_000; hash++) {
            for (long time = 1; time <= 10; time++) {
                buckets.add(time, hash, null);
            }
        }
        assertThat(buckets.size()).isGreaterThan(9_000);
    }
}
