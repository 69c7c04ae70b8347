package io.staunch.runtime.data;

/**
 * How many records go into a batch of one channel: so many that a full ring is worked off within {@value #LONGEST_NANOS} nanoseconds, as
 * far as that can be known from how long the receiver took lately. A barrier waits behind no more than that, however slow the receiver is.
 * Small at first, so that a receiver that turns out to be slow has not got much yet.
 *
 * <p>The receiver owns all but the size itself, which the sender reads.
 */
final class BatchSize {
    static final long LONGEST_NANOS = 100_000_000;

    private static final int FIRST = 64;

    /** One part in so many of what was known is forgotten with each batch that says nothing about the receiver's pace. */
    private static final int FORGET = 32;

    private final int batches;
    private volatile int size = FIRST;
    private double nanosEach;
    private long takenAt;
    private int taken;
    private boolean busy;

    /** @param batches how many fit into the ring */
    BatchSize(int batches) {
        this.batches = batches;
    }

    /** Sender: how many records the next batch takes. */
    int get() {
        return size;
    }

    /**
     * Receiver: it takes a batch, and so is done with the one before.
     *
     * @param records in the batch
     * @param more whether another event waits behind it
     */
    void taken(int records, boolean more, long nanoTime) {
        if (busy) {
            double each = (double) (nanoTime - takenAt) / taken;
            nanosEach = nanosEach == 0 ? each : nanosEach + (each - nanosEach) / 4;
            set(most());
        } else if (!more) {
            // It keeps up; or it holds up those before it, since it is held up itself: how slow it was is forgotten
            // slowly.
            nanosEach -= nanosEach / FORGET;
            set(Math.min(2 * size, most()));
        }
        takenAt = nanoTime;
        taken = records;
        busy = more;
    }

    /** Receiver: it takes a barrier, and may wait for others behind it, or what is sent only where there are no records. */
    void interrupted() {
        busy = false;
    }

    private int most() {
        return (int) Math.min(Batch.CAPACITY, LONGEST_NANOS / (batches * Math.max(1, nanosEach)));
    }

    private void set(int wanted) {
        int next = Math.max(1, Math.min(Batch.CAPACITY, wanted));
        if (next != size) {
            size = next;
        }
    }
}
