package io.staunch.statebackend.heap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap of timers in columns, by time and then by the key's hash, so that timers of one time have the same order in each run. An
 * entry whose timer was deleted stays until it comes to the top: the owner knows which ones count.
 */
final class TimerQueue {
    private long[] times = new long[16];
    private long[] hashes = new long[16];
    private @Nullable Object @Nullable [] keys;
    private int size;

    TimerQueue(boolean objectKeys) {
        keys = objectKeys ? new Object[16] : null;
    }

    int size() {
        return size;
    }

    void clear() {
        if (keys != null) {
            Arrays.fill(keys, 0, size, null);
        }
        size = 0;
    }

    void add(long time, long hash, @Nullable Object key) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
            keys = keys == null ? null : Arrays.copyOf(keys, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!before(time, hash, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        set(at, time, hash, key);
    }

    /** Time of the first one; there is one. */
    long time() {
        return times[0];
    }

    /** The hash of its key. */
    long hash() {
        return hashes[0];
    }

    /** Its key; null if keys are primitive. */
    @Nullable
    Object key() {
        return keys == null ? null : keys[0];
    }

    /** Takes out the first one. */
    void remove() {
        int last = --size;
        long time = times[last];
        long hash = hashes[last];
        Object key = keys == null ? null : keys[last];
        if (keys != null) {
            keys[last] = null;
        }
        if (last == 0) {
            return;
        }
        int at = 0;
        for (int child = 1; child < last; child = 2 * at + 1) {
            if (child + 1 < last && before(times[child + 1], hashes[child + 1], child)) {
                child++;
            }
            if (!before(times[child], hashes[child], time, hash)) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, time, hash, key);
    }

    private boolean before(long time, long hash, int at) {
        return before(time, hash, times[at], hashes[at]);
    }

    private static boolean before(long time, long hash, long otherTime, long otherHash) {
        return time < otherTime || (time == otherTime && hash < otherHash);
    }

    private void move(int from, int to) {
        set(to, times[from], hashes[from], keys == null ? null : keys[from]);
    }

    private void set(int at, long time, long hash, @Nullable Object key) {
        times[at] = time;
        hashes[at] = hash;
        if (keys != null) {
            keys[at] = key;
        }
    }
}
