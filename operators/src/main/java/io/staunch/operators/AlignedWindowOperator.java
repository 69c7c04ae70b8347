package io.staunch.operators;

import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowRules;
import org.jspecify.annotations.Nullable;

/**
 * Tumbling and sliding windows, made of panes: a record touches one pane, and a window that is due is the merge of its panes. Tumbling windows are
 * those of one pane.
 *
 * <p>A key has one timer for the next window that is due, and registers the next when it fires: as long as there are panes for it. A late
 * record that changes windows which were due registers a timer for each of them, in the past, which fires when the watermark next advances.
 *
 * <p><i>Invariants.</i> A window with records gives its result when the watermark reaches its last timestamp, once, and once more for each advance of
 * the watermark behind late records that it took. A pane is freed when the last window that it is in can't change any more. A key without
 * panes has no state.
 */
final class AlignedWindowOperator<K, T, A, R, O> implements KeyedProcess<K, T, O> {
    private final WindowTimes times;
    private final Panes<T, A> panes;
    private final ValueState<PaneCursor> cursor;
    private final LateRecords<T> late;
    private final WindowResults<K, A, R, O> results;

    /** Null unless the aggregate can take parts out again and windows have several panes. */
    private final @Nullable RunningWindow<T, A> running;

    /** The ends of windows that were due and have changed since; null unless lateness is allowed. */
    private final @Nullable MapState<Long, Boolean> changed;

    private final @Nullable EarlyResults<K, O> early;

    @SuppressWarnings("unchecked") // a pipeline's builder has checked that late records fit their side output
    AlignedWindowOperator(
            WindowRules rules, Accumulators<T, A, R> accumulators, WindowProcess<K, R, O> result, KeyedStates states) {
        times = WindowTimes.of(rules);
        late = new LateRecords<>((SideOutput<T>) rules.late());
        results = new WindowResults<>(accumulators, result);
        cursor = states.value("place in " + times.panesName(), PaneCursor.class);
        panes = new Panes<>(times, accumulators, states);
        running = accumulators.invertible() && times.panes() > 2
                ? new RunningWindow<>(times, accumulators, panes, states)
                : null;
        changed = times.lateness() > 0 ? states.map("changed windows", Long.class, Boolean.class) : null;
        early = rules.trigger() == null ? null : new EarlyResults<>(rules.trigger(), states);
    }

    @Override
    public void process(T value, Context<K, O> context) throws Exception {
        long timestamp = LateRecords.timestamp(context);
        PaneCursor at = cursor.orNull();
        if (at != null && timestamp > context.currentWatermark()) {
            long into = timestamp - at.newest();
            if (into >= 0 && into < times.pane()) {
                panes.addToNewest(value);
                early(at.newest(), context);
                return;
            }
            if (into < 0 && into >= -times.pane() && panes.addToPrevious(value)) {
                early(at.newest() - times.pane(), context);
                return;
            }
        }
        elsewhere(value, timestamp, context);
    }

    private void elsewhere(T value, long timestamp, Context<K, O> context) throws Exception {
        long watermark = context.currentWatermark();
        if (!times.canHold(timestamp) || times.closed(times.lastEnd(times.paneOf(timestamp)), watermark)) {
            late.take(value, context);
            return;
        }
        long pane = times.paneOf(timestamp);
        PaneCursor before = cursor.orNull();
        PaneCursor at = before == null ? PaneCursor.at(pane) : before;
        boolean isNew = add(value, pane, before == null, at);
        at = at.newest(Math.max(pane, at.newest()));
        if (running != null) {
            running.add(value, pane, isNew);
        }
        at = await(pane, at, context);
        if (!at.equals(before)) {
            cursor.set(at);
        }
        if (times.firstEnd(pane) - 1 > watermark) {
            early(pane, context);
        }
    }

    /** Returns whether the pane is new. */
    private boolean add(T value, long pane, boolean first, PaneCursor at) {
        if (first) {
            panes.addToNewest(value);
            return true;
        }
        if (pane > at.newest()) {
            panes.begin(pane, at.newest(), value);
            return true;
        }
        if (pane == at.newest()) {
            panes.addToNewest(value);
            return false;
        }
        return !panes.addToOlder(pane, at.newest(), value);
    }

    /** Registers timers for the windows that the pane is in: those that were due already, and the next one. */
    private PaneCursor await(long pane, PaneCursor at, Context<K, O> context) {
        long watermark = context.currentWatermark();
        long last = times.lastEnd(pane);
        long end = times.firstOpen(times.firstEnd(pane), watermark);
        for (; end <= last && end - 1 <= watermark; end += times.slide()) {
            if (changed != null) {
                changed.put(end, true);
            }
            context.timers().atEventTime(end - 1);
        }
        if (times.lateness() > 0) {
            context.timers().atEventTime(last - 1 + times.lateness());
        }
        if (end <= last && end < at.due()) {
            context.timers().atEventTime(end - 1);
            return at.due(end);
        }
        return at;
    }

    @Override
    public void onTimer(Timer timer, Context<K, O> context) throws Exception {
        PaneCursor at = cursor.orNull();
        if (at == null) {
            return; // its panes are gone
        }
        if (timer.kind() == Timer.Kind.PROCESSING_TIME) {
            clock(at, context);
            return;
        }
        long end = timer.time() + 1;
        if (end == at.due()) {
            at = onTime(end, at, context);
        } else if (changed != null && Boolean.TRUE.equals(changed.get(end))) {
            give(end, panes.merged(end - times.size(), end, at.newest()), context);
        }
        if (changed != null) {
            changed.remove(end);
        }
        if (times.closed(times.lastEnd(at.newest()), timer.time())) {
            freeAll();
        } else {
            free(end - times.lateness(), at);
            if (at.due() == PaneCursor.NEVER) { // the lateness may have been shorter when its timer was registered
                context.timers().atEventTime(times.lastEnd(at.newest()) - 1 + times.lateness());
            }
        }
    }

    private PaneCursor onTime(long end, PaneCursor before, Context<K, O> context) throws Exception {
        if (times.isEnd(end)) { // not so if the size has changed since
            if (running == null) {
                give(end, panes.merged(end - times.size(), end, before.newest()), context);
            } else {
                running.moveTo(end, before.newest());
                give(end, running.value(), context);
            }
            if (early != null) {
                early.given(end - times.size());
            }
        }
        long next = next(end, before);
        PaneCursor at = before.due(next);
        if (next != PaneCursor.NEVER) {
            context.timers().atEventTime(next - 1);
        } else if (running != null) {
            running.end();
        }
        cursor.set(at);
        return at;
    }

    private void give(long end, @Nullable A value, Context<K, O> context) throws Exception {
        if (value != null) {
            results.give(end - times.size(), end, value, context);
        }
    }

    /** The end of the first window after this one that has panes. */
    private long next(long end, PaneCursor at) {
        if (times.lastEnd(at.newest()) <= end) {
            return PaneCursor.NEVER;
        }
        long following = times.endAtOrAfter(end + 1);
        if (holds(following, at.newest())
                || (holds(following, end - times.pane()) && panes.get(end - times.pane(), at.newest()) != null)) {
            return following; // so it is but for keys with few records, which have few panes to look through
        }
        var first = new Earliest();
        panes.forEach(at.newest(), pane -> {
            if (times.lastEnd(pane) > end) {
                first.see(Math.max(following, times.firstEnd(pane)));
            }
        });
        return first.end;
    }

    /** Whether the window with this end has a pane, if that is there. */
    private boolean holds(long end, long pane) {
        return pane < end && pane >= end - times.size();
    }

    private static final class Earliest {
        private long end = PaneCursor.NEVER;

        void see(long other) {
            end = Math.min(end, other);
        }
    }

    /** Frees the panes for which this is the end of the last window, if it can't change any more. */
    private void free(long end, PaneCursor at) {
        if (!times.isEnd(end)) {
            return;
        }
        long first = end - times.size();
        if (running != null) {
            running.withoutUpTo(first + times.slide(), at.newest());
        }
        for (long pane = first; pane < first + times.slide(); pane += times.pane()) {
            panes.remove(pane, at.newest());
        }
    }

    /** No window that the newest pane is in can change any more. All others are older: there are some if size or lateness were other ones. */
    private void freeAll() {
        panes.clear();
        if (running != null) {
            running.end();
        }
        if (changed != null) {
            changed.clear();
        }
        cursor.clear();
    }

    private void early(long pane, Context<K, O> context) throws Exception {
        if (early != null && early.add(pane, context)) {
            PaneCursor at = cursor.orNull();
            if (at != null) {
                give(pane + times.size(), panes.get(pane, at.newest()), context);
            }
        }
    }

    private void clock(PaneCursor at, Context<K, O> context) throws Exception {
        if (early != null) {
            for (long pane : early.takeAll()) {
                give(pane + times.size(), panes.get(pane, at.newest()), context);
            }
        }
    }
}
