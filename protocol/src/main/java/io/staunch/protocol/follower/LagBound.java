package io.staunch.protocol.follower;

/**
 * How far the followers of a job may be behind, and what follows when they are. Up to the bound nobody waits for them; then checkpoints do; and
 * then the pipeline, since an interval that does not end must not grow for ever either.
 *
 * @param checkpoints durable checkpoints that wait for a follower
 * @param bytes of write-ahead copies that are not committed, of all followers together
 */
public record LagBound(int checkpoints, long bytes) {
    public LagBound {
        if (checkpoints < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a bound of " + checkpoints + " checkpoints and " + bytes + " bytes lets nothing through");
        }
    }

    /**
     * Whether checkpoints wait.
     *
     * @param waiting durable checkpoints that the follower furthest behind has not committed
     * @param waitingBytes of the copies in durable checkpoints that are not committed, of all followers
     */
    public boolean checkpointsWait(int waiting, long waitingBytes) {
        return waiting >= checkpoints || waitingBytes >= bytes;
    }

    /**
     * Whether a follower is given no more records. Never before it has met the barrier of a checkpoint that is being taken: that is behind records that have to
     * be read, of which there are few. Behind the barrier it may wait: all tasks before it have sent that barrier to everybody.
     *
     * @param openBytes of the copies that are in no durable checkpoint, of all followers
     * @param barrierAhead whether a checkpoint is being taken whose barrier the follower has not met yet
     */
    public boolean recordsWait(long waitingBytes, long openBytes, boolean barrierAhead) {
        return !barrierAhead && waitingBytes + openBytes >= bytes;
    }

    /**
     * Whether sinks that write into a transaction as records come are given no more: as long as checkpoints wait, nothing ends that transaction. What
     * it holds is not counted in bytes, so it is as large as what came since the last checkpoint started. Never while a checkpoint is being taken.
     *
     * @param pending whether a checkpoint is being taken
     */
    public boolean transactionsWait(int waiting, long waitingBytes, boolean pending) {
        return !pending && checkpointsWait(waiting, waitingBytes);
    }

    /** Whether a checkpoint should start before its time, so that what is open can be committed. */
    public boolean intervalFull(long openBytes) {
        return openBytes >= Math.max(1, bytes / 2);
    }
}
