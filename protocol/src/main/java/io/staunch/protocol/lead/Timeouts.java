package io.staunch.protocol.lead;

/**
 * What follows from transactions that the outside aborts because they were open too long. Immutable.
 *
 * @param inARow how many intervals in a row have ended so
 */
public record Timeouts(int inARow) {
    /** None so far. */
    public static final Timeouts NONE = new Timeouts(0);

    /** After so many in a row the job stops. */
    public static final int TOLERATED = 5;

    public Timeouts {
        if (inARow < 0) {
            throw new IllegalArgumentException("a count must not be negative, was " + inARow);
        }
    }

    /** The lead has failed while its transaction had been open for some time: it counts if that was as long as the outside allows. */
    public Timeouts failed(long openNanos, long deadlineNanos) {
        return openNanos >= deadlineNanos ? new Timeouts(inARow + 1) : this;
    }

    /** The lead has committed. */
    public Timeouts committed() {
        return NONE;
    }

    /** Whether the job must stop. */
    public boolean tooMany() {
        return inARow >= TOLERATED;
    }

    /** The interval between checkpoints after these: half of it for each, down to a millisecond. */
    public long intervalNanos(long nanos) {
        return Math.max(Math.min(nanos, 1_000_000), nanos >> Math.min(inARow, 20));
    }
}
