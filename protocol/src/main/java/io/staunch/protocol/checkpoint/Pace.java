package io.staunch.protocol.checkpoint;

/**
 * The time from the start of one checkpoint to the start of the next: as short as checkpoints themselves allow. It is twice what they have
 * taken lately from their start until every ledger had them, so that at most half of the time goes by with one on its way, but never outside
 * the two bounds. Until one has settled it is the shortest: the first one finds out. Immutable.
 *
 * @param shortestNanos the interval is never shorter
 * @param longestNanos the interval is never longer
 * @param takenNanos what checkpoints take: a mean in which the last one counts for a quarter, those before for ever less; -1 if none has
 *     settled yet
 */
public record Pace(long shortestNanos, long longestNanos, long takenNanos) {
    private static final long UNKNOWN = -1;
    private static final long LONGEST_AFTER_FAILURES = 5_000_000_000L;

    public Pace {
        if (shortestNanos <= 0 || longestNanos < shortestNanos) {
            throw new IllegalArgumentException(
                    "intervals from " + shortestNanos + " to " + longestNanos + " ns are not above 0 and in order");
        }
    }

    /** Nothing is known yet of what checkpoints take. With equal bounds the interval is that. */
    public static Pace between(long shortestNanos, long longestNanos) {
        return new Pace(shortestNanos, longestNanos, UNKNOWN);
    }

    /** A checkpoint took this long from its start until every ledger had it. */
    public Pace settled(long nanos) {
        long taken = takenNanos == UNKNOWN ? nanos : takenNanos + (nanos - takenNanos) / 4;
        return new Pace(shortestNanos, longestNanos, Math.max(0, taken));
    }

    /** The interval now. */
    public long intervalNanos() {
        return takenNanos > longestNanos / 2 ? longestNanos : Math.max(shortestNanos, 2 * takenNanos);
    }

    /**
     * The interval after so many checkpoints in a row that have failed: a full disk, say, is given time to be emptied. Each failure after the
     * first one doubles it, up to 5 seconds; a longer one stays as it is.
     */
    public static long afterFailures(long intervalNanos, int failures) {
        if (failures == 0 || intervalNanos >= LONGEST_AFTER_FAILURES) {
            return intervalNanos;
        }
        return Math.min(LONGEST_AFTER_FAILURES, intervalNanos << Math.min(failures - 1, 20));
    }
}
