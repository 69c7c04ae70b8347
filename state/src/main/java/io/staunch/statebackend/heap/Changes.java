package io.staunch.statebackend.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has changed in a table since the last capture: a bit for each slot whose value is new, and the keys that were removed. Removed keys
 * are noted only once everything was captured, and no more of them than make sense; after that only a capture of everything will do.
 */
final class Changes {
    private static final int FEW = 1024;

    private final boolean objectKeys;
    private long[] marks;
    private long[] before = new long[0];
    private long[] removedHashes = new long[0];
    private final List<Object> removedKeys = new ArrayList<>();
    private int removed;
    private boolean complete;

    Changes(int slots, boolean objectKeys) {
        this.objectKeys = objectKeys;
        marks = new long[words(slots)];
    }

    private static int words(int slots) {
        return (slots + 63) >>> 6;
    }

    /** The slot's value is new, or may have been changed in place. */
    void mark(int slot) {
        marks[slot >> 6] |= 1L << slot;
    }

    void unmark(int slot) {
        marks[slot >> 6] &= ~(1L << slot);
    }

    private static boolean marked(long[] words, int slot) {
        return (words[slot >> 6] & 1L << slot) != 0;
    }

    /** What was in one slot is in the other one now, which was free. */
    void moved(int from, int to) {
        if (marked(marks, from)) {
            mark(to);
        } else {
            unmark(to);
        }
    }

    /** A key is about to be removed from a table of so many keys. */
    void removed(long hash, @Nullable Object key, int size) {
        if (!complete) {
            return;
        }
        if (removed > Math.max(FEW, size)) {
            forgetRemoved();
            complete = false;
            return;
        }
        if (removed == removedHashes.length) {
            removedHashes = Arrays.copyOf(removedHashes, Math.max(16, 2 * removed));
        }
        removedHashes[removed++] = hash;
        if (objectKeys && key != null) {
            removedKeys.add(key);
        }
    }

    /** Between this and {@link #grown} every occupied slot is told of by {@link #rehashed}. */
    void grow(int slots) {
        before = marks;
        marks = new long[words(slots)];
    }

    void rehashed(int from, int to) {
        if (marked(before, from)) {
            mark(to);
        }
    }

    void grown() {
        before = new long[0];
    }

    /** Whether these are all changes since the last capture. */
    boolean complete() {
        return complete;
    }

    /** The first marked slot from this one on, or -1. */
    int next(int slot) {
        int word = slot >> 6;
        if (word >= marks.length) {
            return -1;
        }
        long bits = marks[word] & -1L << slot;
        while (bits == 0) {
            if (++word == marks.length) {
                return -1;
            }
            bits = marks[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    int removed() {
        return removed;
    }

    long removedHash(int at) {
        return removedHashes[at];
    }

    @Nullable
    Object removedKey(int at) {
        return objectKeys ? removedKeys.get(at) : null;
    }

    /** All of it was captured. */
    void captured() {
        Arrays.fill(marks, 0);
        forgetRemoved();
        complete = true;
    }

    private void forgetRemoved() {
        removed = 0;
        removedHashes = new long[0];
        removedKeys.clear();
    }
}
