package io.staunch.runtime.data;

import org.jspecify.annotations.Nullable;

/**
 * The record that a task is at, so that an error can name its place. An origin is the number of the reader that read the record in its
 * top 11 bits, and the record's place as that reader describes it in the other 52. Owned by the task's worker.
 */
public final class Cursor {
    /** Bits of a reader's own part of an origin. */
    public static final int LOCAL_BITS = 52;

    /** Not a reader's number: that of records which the restored checkpoint had in flight. */
    public static final int RESTORED = (1 << 11) - 1;

    /** The origin of what came from no record. */
    public static final long NONE = -1;

    private static final long LOCAL = (1L << LOCAL_BITS) - 1;

    /** The batch being read, or null in a task that reads a source. */
    public @Nullable Batch batch;

    /** Which record of the batch. */
    public int index;

    /** The origin, in a task that reads a source. */
    public long origin = NONE;

    /** Origin of the current record. */
    public long origin() {
        Batch current = batch;
        return current == null ? origin : current.origins[index];
    }

    /** An origin from its two parts. */
    public static long pack(int reader, long local) {
        return ((long) reader << LOCAL_BITS) | (local & LOCAL);
    }

    public static int reader(long origin) {
        return (int) (origin >>> LOCAL_BITS);
    }

    public static long local(long origin) {
        return origin & LOCAL;
    }
}
