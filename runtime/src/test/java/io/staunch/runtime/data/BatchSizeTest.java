package io.staunch.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchSizeTest {
    private static final long RING = 8;
    private static final long MS = 1_000_000;

    private final BatchSize size = new BatchSize((int) RING);
    private long now;

    /** Batches of the size that is asked for, one always waiting behind the one that is taken. */
    private void batches(int number, long nanosEach) {
        for (int i = 0; i < number; i++) {
            int records = size.get();
            size.taken(records, true, now);
            now += records * nanosEach;
        }
    }

    @Test
    void aFullRingOfASlowReceiverIsWorkedOffInABoundedTime() {
        for (long each : new long[] {30_000, 100_000, MS, 5 * MS, 12 * MS}) {
            batches(100, each);
            assertThat(RING * size.get() * each).as("%d ns each", each).isBetween(1L, BatchSize.LONGEST_NANOS);
            assertThat(RING * (size.get() + 1) * each)
                    .as("no smaller than needed")
                    .isGreaterThan(90 * MS);
        }
    }

    @Test
    void aReceiverSlowerThanThatStillGetsOneAtATime() {
        batches(100, 1_000 * MS);
        assertThat(size.get()).isEqualTo(1);
    }

    @Test
    void aFastReceiverGetsFullBatches() {
        batches(100, 50);
        assertThat(size.get()).isEqualTo(Batch.CAPACITY);
    }

    @Test
    void oneThatKeepsUpGetsLargerOnes() {
        idle(3);
        assertThat(size.get()).isEqualTo(Batch.CAPACITY);
    }

    /** Found by measuring: the one before it was given 512 records of 20 ms each, since nothing waited behind the batches that it took. */
    @Test
    void oneThatIsHeldUpByTheNextOneIsNotTakenForOneThatKeepsUp() {
        batches(100, 10 * MS);
        idle(20);
        assertThat(size.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void howSlowItWasIsForgottenInTime() {
        batches(100, 10 * MS);
        idle(300);
        assertThat(size.get()).isEqualTo(Batch.CAPACITY);
    }

    private void idle(int takes) {
        for (int i = 0; i < takes; i++) {
            size.taken(1, false, now);
            now += 1_000 * MS; // says nothing about its speed
        }
    }

    @Test
    void waitingBehindABarrierIsNotSlow() {
        batches(100, 50);
        for (int i = 0; i < 20; i++) {
            size.interrupted();
            now += 1_000 * MS;
            batches(2, 50);
        }
        assertThat(size.get()).isEqualTo(Batch.CAPACITY);
    }
}
