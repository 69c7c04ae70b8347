package io.staunch.operators;

import io.staunch.state.KeyedStates;
import io.staunch.state.ValueState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last window of the current key, merged, from which the next one is made: by taking out the panes that have left it and merging those that have
 * come. So a slide costs the panes that come and go, however many there are in a window. Only for aggregates that can take parts out
 * again.
 *
 * <p><i>Invariant.</i> It is the merge of the {@link Held#parts} panes that are there from {@link Held#from} to {@link Held#to}:
 * a record of such a pane is added to it too, and a pane is freed only after it was taken out.
 */
final class RunningWindow<T, A> {
    private static final Held NOTHING = new Held(0, 0, 0);

    private final WindowTimes times;
    private final Accumulators<T, A, ?> accumulators;
    private final Panes<T, A> panes;
    private final ValueState<A> whole;
    private final ValueState<Held> held;

    /**
     * Which panes it holds.
     *
     * @param from the beginning of the first; as {@code to} if it holds none
     * @param to the end of the last
     * @param parts how many of them there are
     */
    record Held(long from, long to, long parts) {}

    RunningWindow(WindowTimes times, Accumulators<T, A, ?> accumulators, Panes<T, A> panes, KeyedStates states) {
        this.times = times;
        this.accumulators = accumulators;
        this.panes = panes;
        whole = states.value("running window of " + times.panesName(), accumulators.type());
        held = states.value("bounds of the running window of " + times.panesName(), Held.class);
    }

    private Held held() {
        Held now = held.orNull();
        return now == null ? NOTHING : now;
    }

    /**
     * Moves on to the window with this end; its aggregate is {@link #value} then.
     *
     * @param newest the beginning of the newest pane
     */
    void moveTo(long end, long newest) {
        long start = end - times.size();
        Held at = held();
        if (at.from() < at.to() && at.from() <= start && start <= at.to() && at.to() <= end) {
            at = without(start, at, newest);
        } else {
            whole.clear();
            at = new Held(start, start, 0);
        }
        A all = whole.orNull();
        long parts = at.parts();
        for (long pane = at.to(); pane < end; pane += times.pane()) {
            A value = panes.get(pane, newest);
            if (value != null) {
                all = accumulators.merge(all, value);
                parts++;
            }
        }
        if (all != null) {
            whole.set(all);
        }
        held.set(new Held(start, end, parts));
    }

    /** The aggregate of what it holds; null if it holds nothing. */
    @Nullable
    A value() {
        return whole.orNull();
    }

    /** A record was added to a pane, which it may hold. */
    void add(T value, long pane, boolean paneIsNew) {
        Held at = held.orNull();
        if (at != null && pane >= at.from() && pane < at.to()) {
            whole.set(accumulators.add(whole.orNull(), value));
            if (paneIsNew) {
                held.set(new Held(at.from(), at.to(), at.parts() + 1));
            }
        }
    }

    /** Takes out all panes before this one. */
    void withoutUpTo(long first, long newest) {
        Held at = held.orNull();
        if (at != null && at.from() < first && at.from() < at.to()) {
            held.set(without(first, at, newest));
        }
    }

    private Held without(long first, Held at, long newest) {
        long parts = at.parts();
        long end = Math.min(first, at.to());
        for (long pane = at.from(); pane < end; pane += times.pane()) {
            A part = panes.get(pane, newest);
            if (part == null) {
                continue;
            }
            parts--;
            if (parts == 0) {
                whole.clear();
            } else {
                whole.set(accumulators.subtract(Objects.requireNonNull(whole.orNull()), part));
            }
        }
        return new Held(Math.max(at.from(), end), at.to(), parts);
    }

    /** Nobody goes on from it. */
    void end() {
        whole.clear();
        held.clear();
    }
}
