package io.staunch.runtime.data;

import io.staunch.protocol.time.Watermark;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records in columns. Owned by the task that fills it, then by the one that empties it; the hand-over is the channel's ring.
 * Fields are open to the data path: an accessor per column and record would say nothing more.
 */
public final class Batch {
    /** How many records a batch takes. */
    public static final int CAPACITY = 512;

    public final Object[] values = new Object[CAPACITY];
    public final long[] timestamps = new long[CAPACITY];
    /** Where each record came from: see {@link Cursor}. */
    public final long[] origins = new long[CAPACITY];
    /** The hash of each record's key, made once where it was sent; null on channels without keys. */
    public final long @Nullable [] hashes;
    /** The key of each record; null on channels without keys and for primitive keys, for which the hash stands. */
    public final @Nullable Object @Nullable [] keys;

    public int size;

    /** How far event time has come behind these records; null if that is not said with them. */
    public @Nullable Watermark watermark;

    Batch(Layout layout) {
        hashes = layout == Layout.PLAIN ? null : new long[CAPACITY];
        keys = layout == Layout.OBJECT_KEYS ? new Object[CAPACITY] : null;
    }

    /** Forgets its records, so that they can be collected. */
    void clear() {
        Arrays.fill(values, 0, size, null);
        if (keys != null) {
            Arrays.fill(keys, 0, size, null);
        }
        size = 0;
        watermark = null;
    }

    /** Which columns a batch has besides values, timestamps and origins. */
    public enum Layout {
        PLAIN,
        PRIMITIVE_KEYS,
        OBJECT_KEYS
    }
}
