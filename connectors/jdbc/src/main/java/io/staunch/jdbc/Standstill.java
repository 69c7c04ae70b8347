package io.staunch.jdbc;

/** Decides when to tell that a source has rows before it which it may not read yet, and when it goes on. Has no clock of its own. */
final class Standstill {
    /** Beyond what it takes anyhow. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    enum Word {
        NONE,
        WAITS,
        GOES_ON
    }

    private final long patienceNanos;
    private boolean waiting;
    private boolean told;
    private long sinceNanos;

    /** @param settleNanos how long it takes anyhow */
    Standstill(long settleNanos) {
        patienceNanos = PATIENCE_NANOS + settleNanos;
    }

    /**
     * What one look came to.
     *
     * @param waits whether rows are visible that may not be read yet
     * @param moved whether it has come further
     */
    Word see(boolean waits, boolean moved, long nowNanos) {
        if (!waits || moved) {
            boolean before = told;
            waiting = false;
            told = false;
            return before ? Word.GOES_ON : Word.NONE;
        }
        if (!waiting) {
            waiting = true;
            sinceNanos = nowNanos;
        }
        if (told || nowNanos - sinceNanos < patienceNanos) {
            return Word.NONE;
        }
        told = true;
        return Word.WAITS;
    }
}
