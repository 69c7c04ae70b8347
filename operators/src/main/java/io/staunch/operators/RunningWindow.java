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
 * <p><i>Invariant.</i> It is the merge of the {@link PaneCursor#parts} panes that are there from {@link PaneCursor#from} to {@link PaneCursor#to}:
 * a record of such a pane is added to it too, and a pane is freed only after it was taken out.
 */
final class RunningWindow<T, A> {
    private final WindowTimes times;
    private final Accumulators<T, A, ?> accumulators;
    private final Panes<T, A> panes;
    private final ValueState<A> whole;

    RunningWindow(WindowTimes times, Accumulators<T, A, ?> accumulators, Panes<T, A> panes, KeyedStates states) {
        this.times = times;
        this.accumulators = accumulators;
        this.panes = panes;
        whole = states.value("running window of " + times.panesName(), accumulators.type());
    }

    /** Moves on to the window with this end; its aggregate is {@link #value} then. */
    PaneCursor moveTo(long end, PaneCursor cursor) {
        long start = end - times.size();
        PaneCursor at = cursor;
        if (at.from() < at.to() && at.from() <= start && start <= at.to() && at.to() <= end) {
            at = withoutUpTo(start, at);
        } else {
            whole.clear();
            at = at.running(start, start, 0);
        }
        A all = whole.orNull();
        long parts = at.parts();
        for (long pane = at.to(); pane < end; pane += times.pane()) {
            A value = panes.get(pane, at.newest());
            if (value != null) {
                all = accumulators.merge(all, value);
                parts++;
            }
        }
        if (all != null) {
            whole.set(all);
        }
        return at.running(start, end, parts);
    }

    /** The aggregate of what it holds; null if it holds nothing. */
    @Nullable
    A value() {
        return whole.orNull();
    }

    /** A record was added to a pane that it holds. */
    PaneCursor add(T value, boolean paneIsNew, PaneCursor cursor) {
        whole.set(accumulators.add(whole.orNull(), value));
        return paneIsNew ? cursor.running(cursor.from(), cursor.to(), cursor.parts() + 1) : cursor;
    }

    /** Takes out all panes before this one. */
    PaneCursor withoutUpTo(long first, PaneCursor cursor) {
        long parts = cursor.parts();
        long end = Math.min(first, cursor.to());
        for (long pane = cursor.from(); pane < end; pane += times.pane()) {
            A part = panes.get(pane, cursor.newest());
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
        return cursor.running(Math.max(cursor.from(), end), cursor.to(), parts);
    }

    /** Nobody goes on from it. */
    PaneCursor end(PaneCursor cursor) {
        whole.clear();
        return cursor.running(0, 0, 0);
    }
}
