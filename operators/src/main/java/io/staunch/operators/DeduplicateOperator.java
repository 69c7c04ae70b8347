package io.staunch.operators;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.keyed.Deduplication;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.time.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the first record of each key, and remembers when it was, until a timer fires.
 *
 * <p><i>Invariant.</i> A key has a timer for each time in its state and no other, so that the state of a key goes when its last timer has fired. By event
 * time, no two times of a key are less than the time to live apart.
 */
final class DeduplicateOperator<K, T> implements KeyedProcess<K, T, T> {
    private final boolean byEventTime;
    private final long timeToLive;
    private final @Nullable SideOutput<T> duplicates;

    /** When the key's records were that were passed on and are remembered: nearly always one. */
    private final ListState<Long> firsts;

    @SuppressWarnings("unchecked") // the side output is of the records' type
    DeduplicateOperator(Deduplication rules, KeyedStates states) {
        byEventTime = rules.by() == Timer.Kind.EVENT_TIME;
        timeToLive = rules.timeToLive().toMillis();
        duplicates = (SideOutput<T>) rules.duplicates();
        firsts = states.list("firsts", Long.class);
    }

    @Override
    public void process(T value, Context<K, T> context) {
        boolean passed = byEventTime ? inEventTime(context) : inProcessingTime(context);
        if (passed) {
            context.emit(value);
        } else if (duplicates != null) {
            context.emit(duplicates, value);
        }
    }

    private boolean inEventTime(Context<K, T> context) {
        long now = context.timestamp();
        if (now == Long.MIN_VALUE) {
            throw new StaunchException(
                    "a record without a timestamp came to a deduplication by event time: a timer of processing time"
                            + " has emitted it; use Deduplication.byProcessingTime(...) behind such",
                    Remedy.FAIL_JOB);
        }
        for (long first : firsts.get()) {
            if (Times.plus(first, timeToLive) > now && Times.plus(now, timeToLive) > first) {
                return false;
            }
        }
        firsts.add(now);
        await(forgotten(now), context);
        return true;
    }

    private boolean inProcessingTime(Context<K, T> context) {
        long now = context.currentProcessingTime();
        for (long first : firsts.get()) {
            if (now < forgotten(first)) {
                return false;
            }
            context.timers().deleteProcessingTime(forgotten(first));
        }
        firsts.set(List.of(now));
        await(forgotten(now), context);
        return true;
    }

    private void await(long time, Context<K, T> context) {
        if (byEventTime) {
            context.timers().atEventTime(time);
        } else {
            context.timers().atProcessingTime(time);
        }
    }

    /** When a record of that time is forgotten: a watermark stands for the end of its millisecond, a clock for the beginning. */
    private long forgotten(long first) {
        return Times.plus(first, byEventTime ? timeToLive - 1 : timeToLive);
    }

    @Override
    public void onTimer(Timer timer, Context<K, T> context) {
        List<Long> rest = new ArrayList<>(firsts.get());
        rest.removeIf(first -> forgotten(first) <= timer.time());
        firsts.set(rest);
        for (long first : rest) { // the time to live may have been shorter when its timer was registered
            await(forgotten(first), context);
        }
    }
}
