package io.staunch.verification.simulation;

import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import io.staunch.verification.simulation.Sensors.Counted;

/**
 * Counts records in windows of event time and emits each when its timer fires. Emits also whatever should not happen: a late record, a
 * watermark that has gone back, a timer that fires too early, of a window that is gone, or although it was deleted.
 */
final class TimedCounts implements KeyedProcess<Integer, Counted, Counted> {
    private final int size;
    private final String what;
    private final MapState<Long, Counted> windows;
    private final ValueState<Long> seen;

    TimedCounts(int size, String what, KeyedStates states) {
        this.size = size;
        this.what = what;
        this.windows = states.map("windows", Long.class, Counted.class);
        this.seen = states.value("seen", Long.class);
    }

    /** When a window is told of once more, some windows later, at a time that is no end of a window. */
    static long later(long end, int size) {
        return end + 3L * size + size / 4;
    }

    @Override
    public void process(Counted value, Context<Integer, Counted> context) {
        look(context);
        if (context.late()) {
            wrong("late", context);
            return;
        }
        long start = Math.floorDiv(context.timestamp(), size) * size;
        Counted before = windows.get(start);
        windows.put(
                start,
                before == null ? new Counted(context.key(), what, start, 1, value.sum()) : before.plus(value.sum()));
        long end = start + size - 1;
        context.timers().atEventTime(end);
        context.timers().atEventTime(decoy(end));
    }

    @Override
    public void onTimer(Timer timer, Context<Integer, Counted> context) {
        look(context);
        if (timer.time() > context.currentWatermark()) {
            wrong("early", context);
        }
        long into = Math.floorMod(timer.time(), (long) size);
        if (into == size - 1) {
            Counted window = windows.get(timer.time() - size + 1);
            if (window == null) {
                wrong("twice", context);
                return;
            }
            windows.remove(timer.time() - size + 1);
            context.emit(window);
            context.timers().deleteEventTime(decoy(timer.time()));
            context.timers().atEventTime(later(timer.time(), size));
        } else {
            boolean isLater = into == Math.floorMod(later(size - 1, size), (long) size);
            context.emit(new Counted(context.key(), isLater ? "later" : "decoy", timer.time(), 0, 0));
        }
    }

    /** A timer that is always deleted before it fires, though often due together with what deletes it. */
    private long decoy(long end) {
        return end + size / 2;
    }

    private void look(Context<Integer, Counted> context) {
        Long before = seen.orNull();
        if (before != null && context.currentWatermark() < before) {
            wrong("watermark back", context);
        }
        if (before == null || context.currentWatermark() > before) {
            seen.set(context.currentWatermark());
        }
    }

    private void wrong(String how, Context<Integer, Counted> context) {
        context.emit(new Counted(context.key(), how, context.timestamp(), 0, context.currentWatermark()));
    }
}
