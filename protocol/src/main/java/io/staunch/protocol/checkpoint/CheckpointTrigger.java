package io.staunch.protocol.checkpoint;

/** Decides when the next checkpoint starts. */
public final class CheckpointTrigger {
    private CheckpointTrigger() {}

    /** What to do now. */
    public enum Decision {
        /** Start the next checkpoint. */
        START,
        /** Not yet. */
        WAIT,
        /** It would be due, but nothing has changed: its turn is passed over. */
        SKIP
    }

    /**
     * What there is to know.
     *
     * @param nowNanos the monotonic clock
     * @param lastStartNanos when the last checkpoint was started, or passed over
     * @param intervalNanos from one start to the next
     * @param pending whether one is being taken: the next does not start before it is durable or has failed
     * @param committing whether the lead is still committing the last one: the other transactional id is not free before
     * @param changed whether anything at all has changed since the last complete checkpoint
     * @param last whether this is the last checkpoint of a job that ends: it is taken at once, changed or not
     * @param openNanos for how long the lead's transaction has been open; 0 if none is
     * @param deadlineNanos after which time the outside aborts it; {@link Long#MAX_VALUE} without a lead
     * @param timeoutNanos how long a checkpoint may take
     * @param behind whether followers are so far behind that checkpoints wait for them; the last one does not, nor one without which the outside
     *     would abort the lead's transaction
     * @param full whether so much waits for the end of the interval that it should not last its time
     */
    public record Facts(
            long nowNanos,
            long lastStartNanos,
            long intervalNanos,
            boolean pending,
            boolean committing,
            boolean changed,
            boolean last,
            long openNanos,
            long deadlineNanos,
            long timeoutNanos,
            boolean behind,
            boolean full) {
        /** Of a job without followers. */
        public Facts(
                long nowNanos,
                long lastStartNanos,
                long intervalNanos,
                boolean pending,
                boolean committing,
                boolean changed,
                boolean last,
                long openNanos,
                long deadlineNanos,
                long timeoutNanos) {
            this(
                    nowNanos,
                    lastStartNanos,
                    intervalNanos,
                    pending,
                    committing,
                    changed,
                    last,
                    openNanos,
                    deadlineNanos,
                    timeoutNanos,
                    false,
                    false);
        }
    }

    /** The decision. */
    public static Decision decide(Facts facts) {
        if (facts.pending() || facts.committing()) {
            return Decision.WAIT;
        }
        if (facts.last()) {
            return Decision.START;
        }
        boolean due = facts.full() || facts.nowNanos() - facts.lastStartNanos() >= facts.intervalNanos();
        if ((!due || facts.behind()) && !nearsDeadline(facts)) {
            return Decision.WAIT;
        }
        return facts.changed() ? Decision.START : Decision.SKIP;
    }

    /** A transaction must be sealed, made durable and committed before the outside aborts it: that may take a whole timeout. */
    private static boolean nearsDeadline(Facts facts) {
        return facts.openNanos() > 0 && facts.openNanos() >= facts.deadlineNanos() - facts.timeoutNanos();
    }
}
