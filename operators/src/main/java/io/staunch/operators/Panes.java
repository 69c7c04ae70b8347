package io.staunch.operators;

import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.state.ValueState;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The panes of the current key. The newest one is kept apart, since nearly all records are for it: so none of the others is looked up or
 * written to a checkpoint when a record comes.
 */
final class Panes<T, A> {
    /** Windows of more panes than this look which panes there are, instead of asking for each. */
    private static final long FEW = 64;

    private final WindowTimes times;
    private final Accumulators<T, A, ?> accumulators;
    private final ValueState<A> newest;
    private final MapState<Long, A> older;

    Panes(WindowTimes times, Accumulators<T, A, ?> accumulators, KeyedStates states) {
        this.times = times;
        this.accumulators = accumulators;
        newest = states.value("newest " + times.paneName(), accumulators.type());
        older = states.map("older " + times.panesName(), Long.class, accumulators.type());
    }

    /** A record of the newest pane, or of the first. */
    void addToNewest(T value) {
        newest.set(accumulators.add(newest.orNull(), value));
    }

    /** A record of a pane behind the newest one, which is the newest from now on. */
    void begin(long newestStart, T value) {
        A before = newest.orNull();
        if (before != null) {
            older.put(newestStart, before);
        }
        newest.set(accumulators.add(null, value));
    }

    /** A record of a pane before the newest one. Returns whether the pane was there. */
    boolean addToOlder(long start, T value) {
        A before = older.get(start);
        older.put(start, accumulators.add(before, value));
        return before != null;
    }

    @Nullable
    A get(long start, long newestStart) {
        return start == newestStart ? newest.orNull() : older.get(start);
    }

    void remove(long start) {
        older.remove(start);
    }

    void clear() {
        newest.clear();
        older.clear();
    }

    /** Calls for the beginning of each pane that is there, in no order. */
    void forEach(long newestStart, LongConsumer consumer) {
        older.entries().keySet().forEach(consumer::accept);
        consumer.accept(newestStart);
    }

    /** All panes between two bounds, merged in their order; null if there are none. */
    @Nullable
    A merged(long from, long to, long newestStart) {
        return (to - from) / times.pane() <= FEW
                ? mergedByStep(from, to, newestStart)
                : mergedByLook(from, to, newestStart);
    }

    private @Nullable A mergedByStep(long from, long to, long newestStart) {
        A all = null;
        for (long start = from; start < to; start += times.pane()) {
            A pane = get(start, newestStart);
            if (pane != null) {
                all = accumulators.merge(all, pane);
            }
        }
        return all;
    }

    private @Nullable A mergedByLook(long from, long to, long newestStart) {
        Map<Long, A> inside = new TreeMap<>();
        older.entries().forEach((start, pane) -> {
            if (start >= from && start < to) {
                inside.put(start, pane);
            }
        });
        A last = newestStart >= from && newestStart < to ? newest.orNull() : null;
        if (last != null) {
            inside.put(newestStart, last);
        }
        A all = null;
        for (A pane : inside.values()) {
            all = accumulators.merge(all, pane);
        }
        return all;
    }
}
