package io.staunch.operators;

import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.time.Timer;
import io.staunch.window.SessionWindows;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowRules;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Windows that grow and merge. A record is a session of its own, of the length of the gap, and sessions that overlap become one.
 *
 * <p>A session has one timer, at the end that it had when it began: if that has moved when the timer fires, it registers the next. So records that
 * lengthen a session register none.
 *
 * <p><i>Invariants.</i> Sessions of a key don't overlap. One that has not given its result has a timer at its last timestamp or before. One that
 * was due gives its result once more for each advance of the watermark behind late records that have changed it, and is freed when
 * none can any more.
 */
final class SessionWindowOperator<K, T, A, R, O> implements KeyedProcess<K, T, O> {
    private final long gap;
    private final long lateness;
    private final Accumulators<T, A, R> accumulators;
    private final MapState<Long, Session> sessions;
    private final MapState<Long, A> values;
    private final LateRecords<T> late;
    private final WindowResults<K, A, R, O> results;

    /**
     * A session, which is known by its beginning.
     *
     * @param given whether it has given the result that it has now
     */
    record Session(long end, boolean given) {}

    SessionWindowOperator(
            WindowRules rules,
            Accumulators<T, A, R> accumulators,
            WindowProcess<K, R, O> result,
            LateRecords<T> late,
            KeyedStates states) {
        this.gap = ((SessionWindows) rules.windows()).gap().toMillis();
        this.lateness = rules.allowedLateness().toMillis();
        this.accumulators = accumulators;
        this.late = late;
        this.results = new WindowResults<>(accumulators, result);
        this.sessions = states.map("sessions", Long.class, Session.class);
        this.values = states.map("values of sessions", Long.class, accumulators.type());
    }

    @Override
    public void process(T value, Context<K, O> context) throws Exception {
        long timestamp = LateRecords.timestamp(context);
        if (!canHold(timestamp)) {
            late.take(value, context);
            return;
        }
        SortedMap<Long, Session> met = overlapping(timestamp);
        long start = met.isEmpty() ? timestamp : Math.min(timestamp, met.firstKey());
        long end = timestamp + gap;
        boolean awaited = false;
        for (Session each : met.values()) {
            end = Math.max(end, each.end());
            awaited |= !each.given();
        }
        long watermark = context.currentWatermark();
        if (closed(end, watermark)) {
            late.take(value, context);
            return;
        }
        values.put(start, accumulators.add(merged(met), value));
        sessions.put(start, new Session(end, false));
        if (!awaited || end - 1 <= watermark) {
            context.timers().atEventTime(end - 1);
        }
    }

    /** Whether all bounds and timers of sessions around this timestamp can be named by a long. */
    private boolean canHold(long timestamp) {
        long margin = gap + lateness + 2;
        return timestamp >= Long.MIN_VALUE + margin && timestamp <= Long.MAX_VALUE - margin;
    }

    private boolean closed(long end, long watermark) {
        return end - 1 + lateness <= watermark;
    }

    /** The sessions that a record would become part of. */
    private SortedMap<Long, Session> overlapping(long timestamp) {
        SortedMap<Long, Session> met = new TreeMap<>();
        sessions.entries().forEach((start, session) -> {
            if (start < timestamp + gap && timestamp < session.end()) {
                met.put(start, session);
            }
        });
        return met;
    }

    /** The value of all of them, which are no more; null if there is none. */
    private @Nullable A merged(SortedMap<Long, Session> met) {
        A all = null;
        for (long start : met.keySet()) {
            A one = Objects.requireNonNull(values.get(start), "a session without a value");
            all = all == null ? one : accumulators.merge(all, one);
            values.remove(start);
            sessions.remove(start);
        }
        return all;
    }

    @Override
    public void onTimer(Timer timer, Context<K, O> context) throws Exception {
        long time = timer.time();
        for (Map.Entry<Long, Session> each : new TreeMap<>(sessions.entries()).entrySet()) {
            long start = each.getKey();
            Session session = each.getValue();
            if (!session.given() && session.end() - 1 > time) {
                context.timers().atEventTime(session.end() - 1);
            } else if (!session.given()) {
                results.give(start, session.end(), Objects.requireNonNull(values.get(start)), context);
                settle(start, session, context);
            } else if (closed(session.end(), time)) {
                remove(start);
            } else { // the lateness may have been shorter when its timer was registered
                context.timers().atEventTime(session.end() - 1 + lateness);
            }
        }
    }

    private void settle(long start, Session session, Context<K, O> context) {
        if (closed(session.end(), context.currentWatermark())) {
            remove(start);
        } else {
            sessions.put(start, new Session(session.end(), true));
            context.timers().atEventTime(session.end() - 1 + lateness);
        }
    }

    private void remove(long start) {
        sessions.remove(start);
        values.remove(start);
    }
}
