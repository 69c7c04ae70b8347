package io.staunch.statebackend.heap;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Timers of times that many keys share, as the ends of windows are: a bucket for each such time, sorted once when that has come, where a
 * heap would move each timer as often as the logarithm of their number. Which times are shared shows when one comes again and again. A few keys with the
 * same time, as there are by chance at each millisecond, are none of these: a bucket takes some 300 bytes, however few timers are in it, and a heap 24 for each.
 */
final class TimerBuckets {
    /** So many times are remembered that came lately: a power of two. */
    private static final int RECENT_BITS = 6;

    /** A time is shared once it has come so many times oftener than others that would be remembered at the same place. */
    private static final int SHARED = 16;

    private final boolean objectKeys;
    private final TreeMap<Long, Bucket> buckets = new TreeMap<>();
    private final long[] recent = new long[1 << RECENT_BITS];

    /** By how many times that one is ahead of others. */
    private final int[] ahead = new int[1 << RECENT_BITS];

    private @Nullable Bucket filled;
    private @Nullable Bucket first;
    private int size;

    TimerBuckets(boolean objectKeys) {
        this.objectKeys = objectKeys;
    }

    int size() {
        return size;
    }

    void clear() {
        buckets.clear();
        filled = null;
        first = null;
        size = 0;
    }

    /** Takes a timer whose time is shared, as far as is known. Returns whether it did. */
    boolean add(long time, long hash, @Nullable Object key) {
        Bucket bucket = filled;
        if (bucket == null || bucket.time != time) {
            bucket = buckets.get(time);
            if (bucket == null) {
                if (!isShared(time)) {
                    return false;
                }
                bucket = new Bucket(time, objectKeys);
                buckets.put(time, bucket);
                if (first == null || time < first.time) {
                    first = bucket;
                }
            }
            filled = bucket;
        }
        if (bucket.sorted) {
            return false;
        }
        bucket.add(hash, key);
        size++;
        return true;
    }

    private boolean isShared(long time) {
        int place = (int) ((time * 0x9E3779B97F4A7C15L) >>> (64 - RECENT_BITS));
        if (recent[place] == time) {
            ahead[place]++;
        } else if (ahead[place] > 0) {
            ahead[place]--;
        } else {
            recent[place] = time;
            ahead[place] = 1;
        }
        if (ahead[place] < SHARED) {
            return false;
        }
        ahead[place] = 0;
        return true;
    }

    /** The one whose time is the earliest; null if there is none. It is not empty. */
    @Nullable
    Bucket first() {
        return first;
    }

    /** Takes out the first timer of the first bucket. */
    void remove() {
        Bucket bucket = first;
        if (bucket == null) {
            throw new IllegalStateException("there is no timer");
        }
        size--;
        if (bucket.remove()) {
            buckets.remove(bucket.time);
            first = buckets.isEmpty() ? null : buckets.firstEntry().getValue();
            filled = filled == bucket ? null : filled;
        }
    }

    /** The timers of one time. */
    static final class Bucket {
        private final long time;
        private long[] hashes = new long[16];
        private @Nullable Object @Nullable [] keys;
        private int count;
        private int next;
        private boolean sorted;

        private Bucket(long time, boolean objectKeys) {
            this.time = time;
            keys = objectKeys ? new Object[16] : null;
        }

        long time() {
            return time;
        }

        /** Puts those that are left in the order of their keys' hashes. None is added any more. */
        void sort() {
            if (!sorted) {
                sorted = true;
                if (keys == null) {
                    Arrays.sort(hashes, next, count);
                } else {
                    sortWith(keys);
                }
            }
        }

        /** Of the next one's key. */
        long hash() {
            return hashes[next];
        }

        /** The next one's key; null if keys are primitive. */
        @Nullable
        Object key() {
            return keys == null ? null : keys[next];
        }

        /** The hashes; those from {@link #next} on are still to come, until {@link #count}. */
        long[] hashes() {
            return hashes;
        }

        int next() {
            return next;
        }

        int count() {
            return count;
        }

        private void add(long hash, @Nullable Object key) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
                keys = keys == null ? null : Arrays.copyOf(keys, 2 * count);
            }
            hashes[count] = hash;
            if (keys != null) {
                keys[count] = key;
            }
            count++;
        }

        /** Returns whether that was the last. */
        private boolean remove() {
            if (keys != null) {
                keys[next] = null;
            }
            return ++next == count;
        }

        /** By the upper bits of the hashes, in whose lower ones the places are carried along; what has the same upper bits is put in order then. */
        private void sortWith(@Nullable Object[] objects) {
            int bits = 32 - Integer.numberOfLeadingZeros(count);
            long places = (1L << bits) - 1;
            int left = count - next;
            long[] order = new long[left];
            for (int i = 0; i < left; i++) {
                order[i] = (hashes[next + i] & ~places) | (next + i);
            }
            Arrays.sort(order);
            long[] inOrder = new long[left];
            @Nullable Object[] theirs = new Object[left];
            for (int i = 0; i < left; i++) {
                int from = (int) (order[i] & places);
                int to = i;
                for (; to > 0 && inOrder[to - 1] > hashes[from]; to--) {
                    inOrder[to] = inOrder[to - 1];
                    theirs[to] = theirs[to - 1];
                }
                inOrder[to] = hashes[from];
                theirs[to] = objects[from];
            }
            hashes = inOrder;
            keys = theirs;
            next = 0;
            count = left;
        }
    }
}
