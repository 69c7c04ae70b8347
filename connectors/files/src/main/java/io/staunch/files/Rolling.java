package io.staunch.files;

import java.io.Serializable;

/**
 * When a file is whole.
 *
 * @param everyNanos so long after its first record, at the checkpoint that follows; 0: with each checkpoint, unless {@code bytes} is given
 * @param bytes when it has this many, as they are stored; 0: however many it has
 */
record Rolling(long everyNanos, long bytes) implements Serializable {
    static final Rolling WITH_CHECKPOINTS = new Rolling(0, 0);

    /** At a checkpoint. */
    boolean whole(long ageNanos) {
        return everyNanos == 0 ? bytes == 0 : ageNanos >= everyNanos;
    }

    /** At any time. */
    boolean full(long length) {
        return bytes > 0 && length >= bytes;
    }

    String words() {
        if (everyNanos == 0 && bytes == 0) {
            return "a file for each checkpoint";
        }
        String size = bytes == 0 ? "" : bytes + " bytes";
        String time = everyNanos == 0 ? "" : everyNanos / 1_000_000 + " ms";
        return "a file for each " + time + (size.isEmpty() || time.isEmpty() ? "" : " or ") + size;
    }
}
