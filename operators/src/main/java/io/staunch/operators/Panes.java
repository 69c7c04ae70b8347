package io.staunch.operators;

import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.state.ValueState;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The panes of the current key. The newest one and the one right before it are kept apart, since nearly all records are for these: so none of the
 * others is looked up or written to a checkpoint when a record comes. The one before is that of records which some splits have reached and others not.
 */
final class Panes<T, A> {
    /** Windows of more panes than this look which panes there are, instead of asking for each. */
    private static final long FEW = 64;

    private final WindowTimes times;
    private final Accumulators<T, A, ?> accumulators;
    private final ValueState<A> newest;

    /** The pane that ends where the newest begins; no other. */
    private final ValueState<A> previous;

    /** All that are older than these two. */
    private final MapState<Long, A> older;

    Panes(WindowTimes times, Accumulators<T, A, ?> accumulators, KeyedStates states) {
        this.times = times;
        this.accumulators = accumulators;
        newest = states.value("newest " + times.paneName(), accumulators.type());
        previous = states.value("previous " + times.paneName(), accumulators.type());
        older = states.map("earlier " + times.panesName(), Long.class, accumulators.type());
    }

    /** A record of the newest pane, or of the first. */
    void addToNewest(T value) {
        A before = newest.orNull();
        if (before == null) { // two calls, so that the JVM need not make objects of what is only passed on
            newest.set(accumulators.first(value));
        } else {
            newest.set(accumulators.add(before, value));
        }
    }

    /** A record of the pane right before the newest one. Returns false, and does nothing, if that has no records yet. */
    boolean addToPrevious(T value) {
        A before = previous.orNull();
        if (before == null) {
            return false;
        }
        previous.set(accumulators.add(before, value));
        return true;
    }

    /** A record of a pane behind the newest one, which is the newest from now on. */
    void begin(long pane, long newestStart, T value) {
        A before = newest.orNull();
        A beforeThat = previous.orNull();
        if (beforeThat != null) {
            older.put(newestStart - times.pane(), beforeThat);
            previous.clear();
        }
        if (before != null) {
            if (pane == newestStart + times.pane()) {
                previous.set(before);
            } else {
                older.put(newestStart, before);
            }
        }
        newest.set(accumulators.first(value));
    }

    /** A record of a pane before the newest one. Returns whether the pane was there. */
    boolean addToOlder(long start, long newestStart, T value) {
        if (isPrevious(start, newestStart)) {
            if (addToPrevious(value)) {
                return true;
            }
            previous.set(accumulators.first(value));
            return false;
        }
        A before = older.get(start);
        older.put(start, accumulators.add(before, value));
        return before != null;
    }

    private boolean isPrevious(long start, long newestStart) {
        return start == newestStart - times.pane();
    }

    @Nullable
    A get(long start, long newestStart) {
        if (start == newestStart) {
            return newest.orNull();
        }
        return isPrevious(start, newestStart) ? previous.orNull() : older.get(start);
    }

    /** Frees a pane, which is not the newest one. */
    void remove(long start, long newestStart) {
        if (isPrevious(start, newestStart)) {
            previous.clear();
        } else {
            older.remove(start);
        }
    }

    void clear() {
        newest.clear();
        previous.clear();
        older.clear();
    }

    /** Calls for the beginning of each pane that is there, in no order. */
    void forEach(long newestStart, LongConsumer consumer) {
        older.entries().keySet().forEach(consumer::accept);
        if (previous.orNull() != null) {
            consumer.accept(newestStart - times.pane());
        }
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
        for (long start = newestStart - times.pane(); start <= newestStart; start += times.pane()) {
            A pane = start >= from && start < to ? get(start, newestStart) : null;
            if (pane != null) {
                inside.put(start, pane);
            }
        }
        A all = null;
        for (A pane : inside.values()) {
            all = accumulators.merge(all, pane);
        }
        return all;
    }
}
