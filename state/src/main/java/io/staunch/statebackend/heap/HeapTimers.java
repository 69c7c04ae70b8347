package io.staunch.statebackend.heap;

import io.staunch.backend.KeyedTimers;
import org.jspecify.annotations.Nullable;

/**
 * Timers on the heap: which there are is a set of times per key in a table like that of any state, which one is next a queue beside it that is made
 * anew from the table: buckets for times that keys share, a heap for all others. A timer that is deleted stays in the queue; when too many have, the queue is made anew too.
 */
final class HeapTimers implements KeyedTimers {
    /** So many entries of the queue may be of deleted timers, however few timers there are; else as many as there are, or as the table has slots. */
    private static final int FEW = 1024;

    /** So many of a bucket are touched at once: about as many as a task fires in a step. */
    private static final int AHEAD = 512;

    private final StateTable table;
    private final StateSlot slot;
    private final Selection selection;
    private final Touching touching;
    private final TimerQueue queue;
    private final TimerBuckets buckets;
    private long count;

    HeapTimers(HeapState state, Selection selection, boolean objectKeys, Touching touching) {
        this.table = state.table();
        this.slot = state.slot();
        this.selection = selection;
        this.touching = touching;
        this.queue = new TimerQueue(objectKeys);
        this.buckets = new TimerBuckets(objectKeys);
    }

    @Override
    public void register(long time) {
        TimerSet times = (TimerSet) slot.peek();
        if (times == null) {
            slot.set(new TimerSet(time));
        } else if (times.contains(time)) {
            return;
        } else {
            slot.changing();
            times.add(time);
        }
        count++;
        add(time, selection.hash(), selection.key());
    }

    private void add(long time, long hash, @Nullable Object key) {
        if (!buckets.add(time, hash, key)) {
            queue.add(time, hash, key);
        }
    }

    @Override
    public void delete(long time) {
        if (take(time) && queue.size() + buckets.size() > Math.max(2 * count + FEW, table.capacity())) {
            rebuild();
        }
    }

    @Override
    public long earliest() {
        while (true) {
            TimerBuckets.Bucket bucket = buckets.first();
            if (bucket != null && (queue.size() == 0 || bucket.time() <= queue.time())) {
                if (isThere(bucket.time(), bucket.hash(), bucket.key())) {
                    return bucket.time();
                }
                buckets.remove();
            } else if (queue.size() == 0) {
                return Long.MAX_VALUE;
            } else {
                if (isThere(queue.time(), queue.hash(), queue.key())) {
                    return queue.time();
                }
                queue.remove();
            }
        }
    }

    @Override
    public @Nullable Fired fire(long until) {
        Fired next = next(until);
        while (next != null) {
            selection.select(next.hash(), next.key());
            if (take(next.time())) {
                return next;
            }
            next = next(until);
        }
        return null;
    }

    /** Takes out the first entry that is not after a time; its timer may have been deleted. */
    private @Nullable Fired next(long until) {
        TimerBuckets.Bucket bucket = buckets.first();
        if (bucket == null || (queue.size() > 0 && queue.time() < bucket.time())) {
            return nextOfQueue(until);
        }
        if (bucket.time() > until) {
            return null;
        }
        bucket.sort();
        if (queue.size() > 0 && queue.time() == bucket.time() && queue.hash() < bucket.hash()) {
            return nextOfQueue(until);
        }
        if (bucket.next() % AHEAD == 0) {
            int most = Math.min(AHEAD, bucket.count() - bucket.next());
            touching.touch(Touching.Cause.TIMERS, bucket.hashes(), bucket.next(), most);
        }
        var next = new Fired(bucket.time(), bucket.hash(), bucket.key());
        buckets.remove();
        return next;
    }

    private @Nullable Fired nextOfQueue(long until) {
        if (queue.size() == 0 || queue.time() > until) {
            return null;
        }
        var next = new Fired(queue.time(), queue.hash(), queue.key());
        queue.remove();
        return next;
    }

    /** The table was filled other than by this. */
    void rebuild() {
        queue.clear();
        buckets.clear();
        count = 0;
        for (int i = 0; i < table.capacity(); i++) {
            if (table.occupied(i)) {
                long hash = table.hash(i);
                Object key = table.key(i);
                TimerSet times = (TimerSet) table.value(i);
                times.forEach(time -> add(time, hash, key));
                count += times.size();
            }
        }
    }

    /** Whether an entry is of a timer that was neither deleted nor fired. */
    private boolean isThere(long time, long hash, @Nullable Object key) {
        int found = table.find(hash, key);
        return found >= 0 && ((TimerSet) table.value(found)).contains(time);
    }

    /** Removes a time of the current key. Returns whether it was there. */
    private boolean take(long time) {
        TimerSet times = (TimerSet) slot.peek();
        if (times == null || !times.contains(time)) {
            return false;
        }
        if (times.size() == 1) {
            slot.clear();
        } else {
            slot.changing();
            times.remove(time);
        }
        count--;
        return true;
    }
}
