package io.staunch.time;

import java.time.Instant;

/**
 * The timers of the current key. They are part of checkpoints. One that is registered twice is one timer, and fires once; one that is
 * deleted and not there is no error. Each that fires calls {@link io.staunch.process.KeyedProcess#onTimer}; those of a task that are due together fire
 * in the order of their times.
 *
 * <p>Only to be used during a call of the function that the context was given to.
 */
public interface Timers {
    /**
     * Registers a timer that fires when the watermark reaches the time. If it has by now, the timer fires when the watermark
     * next advances or, registered by a timer that fires with this advance, with it too.
     *
     * @param time milliseconds since 1970
     * @throws IllegalStateException if the function's stream has no event time, or the function has no onTimer
     */
    void atEventTime(long time);

    /** The same in whole milliseconds, at the first one that is not before the instant. */
    default void atEventTime(Instant time) {
        atEventTime(ceil(time));
    }

    /**
     * Registers a timer that fires when the wall clock shows the time or a later one; if it does by now, soon.
     *
     * @param time milliseconds since 1970
     * @throws IllegalStateException if the function has no onTimer
     */
    void atProcessingTime(long time);

    /** The same in whole milliseconds, at the first one that is not before the instant. */
    default void atProcessingTime(Instant time) {
        atProcessingTime(ceil(time));
    }

    /** The timer of that time does not fire any more. */
    void deleteEventTime(long time);

    /** @see #deleteEventTime(long) */
    default void deleteEventTime(Instant time) {
        deleteEventTime(ceil(time));
    }

    /** The timer of that time does not fire any more. */
    void deleteProcessingTime(long time);

    /** @see #deleteProcessingTime(long) */
    default void deleteProcessingTime(Instant time) {
        deleteProcessingTime(ceil(time));
    }

    private static long ceil(Instant time) {
        long floor = time.toEpochMilli();
        return Instant.ofEpochMilli(floor).isBefore(time) ? floor + 1 : floor;
    }
}
