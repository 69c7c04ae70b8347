package io.staunch.operators;

import io.staunch.process.KeyedProcess.Context;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.window.Trigger;
import java.time.Duration;
import java.util.List;

/** Which windows of the current key have records that no result has shown yet, and when they are to. A window is known by its beginning. */
final class EarlyResults<K, O> {
    private final Trigger trigger;
    private final MapState<Long, Long> unshown;

    EarlyResults(Trigger trigger, KeyedStates states) {
        this.trigger = trigger;
        unshown = states.map("records not shown", Long.class, Long.class);
    }

    /** A record has come. Returns whether a result is to be given now. */
    boolean add(long window, Context<K, O> context) {
        Long before = unshown.get(window);
        long count = before == null ? 1 : before + 1;
        if (isDue(count, trigger)) {
            unshown.remove(window);
            return true;
        }
        unshown.put(window, count);
        awaitClock(trigger, context);
        return false;
    }

    /** Whether so many records make a result due: more than the trigger asks for do, if it asked for others before. */
    static boolean isDue(long count, Trigger trigger) {
        return trigger.records() > 0 && count >= trigger.records();
    }

    /** The window has given its result. */
    void given(long window) {
        unshown.remove(window);
    }

    /** The windows that are to give a result now that the clock says so, in their order. */
    List<Long> takeAll() {
        List<Long> windows = unshown.entries().keySet().stream().sorted().toList();
        unshown.clear();
        return windows;
    }

    /**
     * Registers a timer at the next multiple of the trigger's interval: with each record, since there may be none if the trigger was another one before, and a late
     * one if the clock has jumped back.
     */
    static void awaitClock(Trigger trigger, Context<?, ?> context) {
        Duration interval = trigger.interval();
        if (interval != null) {
            long every = interval.toMillis();
            long now = context.currentProcessingTime();
            context.timers().atProcessingTime(now - Math.floorMod(now, every) + every);
        }
    }
}
