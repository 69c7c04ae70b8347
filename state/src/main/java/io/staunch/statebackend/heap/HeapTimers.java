package io.staunch.statebackend.heap;

import io.staunch.backend.KeyedTimers;
import org.jspecify.annotations.Nullable;

/**
 * Timers on the heap: which there are is a set of times per key in a table like that of any state, which one is next a queue beside it that is made
 * anew from the table. A timer that is deleted stays in the queue; when too many have, the queue is made anew too.
 */
final class HeapTimers implements KeyedTimers {
    /** So many entries of the queue may be of deleted timers, however few timers there are; else as many as there are, or as the table has slots. */
    private static final int FEW = 1024;

    private final StateTable table;
    private final StateSlot slot;
    private final Selection selection;
    private final TimerQueue queue;
    private long count;

    HeapTimers(HeapState state, Selection selection, boolean objectKeys) {
        this.table = state.table();
        this.slot = state.slot();
        this.selection = selection;
        this.queue = new TimerQueue(objectKeys);
    }

    @Override
    public void register(long time) {
        TimerSet times = (TimerSet) slot.peek();
        if (times == null) {
            times = new TimerSet();
            slot.set(times);
        } else if (times.contains(time)) {
            return;
        } else {
            slot.changing();
        }
        times.add(time);
        count++;
        queue.add(time, selection.hash(), selection.key());
    }

    @Override
    public void delete(long time) {
        if (take(time) && queue.size() > Math.max(2 * count + FEW, table.capacity())) {
            rebuild();
        }
    }

    @Override
    public long earliest() {
        while (queue.size() > 0) {
            TimerSet times = timesOfFirst();
            if (times != null && times.contains(queue.time())) {
                return queue.time();
            }
            queue.remove();
        }
        return Long.MAX_VALUE;
    }

    @Override
    public @Nullable Fired fire(long until) {
        if (earliest() > until || queue.size() == 0) {
            return null;
        }
        var first = new Fired(queue.time(), queue.hash(), queue.key());
        queue.remove();
        selection.select(first.hash(), first.key());
        take(first.time());
        return first;
    }

    /** The table was filled other than by this. */
    void rebuild() {
        queue.clear();
        count = 0;
        for (int i = 0; i < table.capacity(); i++) {
            if (table.occupied(i)) {
                long hash = table.hash(i);
                Object key = table.key(i);
                TimerSet times = (TimerSet) table.value(i);
                times.forEach(time -> queue.add(time, hash, key));
                count += times.size();
            }
        }
    }

    private @Nullable TimerSet timesOfFirst() {
        int found = table.find(queue.hash(), queue.key());
        return found < 0 ? null : (TimerSet) table.value(found);
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
