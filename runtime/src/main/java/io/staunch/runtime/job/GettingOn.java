package io.staunch.runtime.job;

/**
 * Whether a job that finishes still gets on with what has to be out before its last checkpoint: timers that fire at the end of time, and records whose answers are
 * waited for. However long that takes all in all, the checkpoint is not given up for it: another one would begin where this one did. Owned by the coordinator.
 */
final class GettingOn {
    private long seen = -1;
    private long since;

    /**
     * Looks again.
     *
     * @param done what has been done so far, as {@link Counters#done}
     * @param longest nanoseconds without anything done after which it does not get on
     */
    boolean still(long done, long now, long longest) {
        if (done != seen) {
            seen = done;
            since = now;
        }
        return now - since < longest;
    }
}
