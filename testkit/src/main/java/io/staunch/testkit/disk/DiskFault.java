package io.staunch.testkit.disk;

/** What goes wrong with a call. */
public enum DiskFault {
    /** Nothing. */
    NONE,
    /** The caller gets an error, and nothing has happened. A sync that fails like this has dropped what it was to write. */
    FAIL,
    /** An append writes a part, chosen by chance, and then fails for want of space. For other calls as {@link #FAIL}. */
    FAIL_PART_WAY,
    /** The caller gets an error, although all has happened; a lock is not held, though. */
    FAIL_AFTERWARDS,
    /** The calling process dies before anything has happened. */
    KILL,
    /** The calling process dies when an append has written a part, chosen by chance. For other calls as {@link #KILL}. */
    KILL_PART_WAY,
    /** The calling process dies when all has happened, without an answer. */
    KILL_AFTERWARDS
}
