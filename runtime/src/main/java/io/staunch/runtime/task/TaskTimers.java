package io.staunch.runtime.task;

import io.staunch.backend.KeyedTimers;
import io.staunch.time.Timers;
import org.jspecify.annotations.Nullable;

/** The timers of a keyed function, as it sees them. Owned by the task's worker. */
final class TaskTimers implements Timers {
    private final String operator;
    private final @Nullable KeyedTimers event;
    private final @Nullable KeyedTimers processing;
    private final boolean timed;

    /**
     * @param event null, as the other one, if the function has no timers
     * @param timed whether the function's stream has event time
     */
    TaskTimers(String operator, @Nullable KeyedTimers event, @Nullable KeyedTimers processing, boolean timed) {
        this.operator = operator;
        this.event = event;
        this.processing = processing;
        this.timed = timed;
    }

    @Override
    public void atEventTime(long time) {
        if (!timed) {
            throw new IllegalStateException("operator '" + operator + "' registers a timer at event time " + time
                    + ", but its stream has no event time, so that it would never fire: call eventTime(...) on the"
                    + " stream of its source, or use atProcessingTime(...)");
        }
        event().register(time);
    }

    @Override
    public void atProcessingTime(long time) {
        processing().register(time);
    }

    @Override
    public void deleteEventTime(long time) {
        event().delete(time);
    }

    @Override
    public void deleteProcessingTime(long time) {
        processing().delete(time);
    }

    private KeyedTimers event() {
        if (event == null) {
            throw none();
        }
        return event;
    }

    private KeyedTimers processing() {
        if (processing == null) {
            throw none();
        }
        return processing;
    }

    private IllegalStateException none() {
        return new IllegalStateException("operator '" + operator
                + "' uses timers, and its function does not override onTimer(...), which they would call");
    }
}
