package io.staunch.process;

import io.staunch.time.Timer;
import io.staunch.time.Timers;

/**
 * A function with state and timers per key. One instance per task, made by a {@link KeyedProcessFactory}; all calls come from one worker at
 * a time.
 *
 * @param <K> keys
 * @param <I> records in
 * @param <O> records out
 */
public interface KeyedProcess<K, I, O> {
    /** One record of the key {@link Context#key()}. State handles are those of that key during the call. */
    void process(I value, Context<K, O> context) throws Exception;

    /**
     * A timer of the key {@link Context#key()} fires. State handles are those of that key during the call. Only a function that overrides this
     * can register timers.
     */
    default void onTimer(Timer timer, Context<K, O> context) throws Exception {
        throw new UnsupportedOperationException(getClass().getName() + " has no onTimer, and got " + timer);
    }

    /** What a function may do with a record or a timer besides its state. Only valid during the call. */
    interface Context<K, O> {
        /** The key of the record or timer. */
        K key();

        /**
         * The record's timestamp in milliseconds since 1970, or {@link Long#MIN_VALUE} if it has none. In a timer: its time if it goes by
         * event time, else {@link Long#MIN_VALUE}.
         */
        long timestamp();

        /** Emits a record with the current timestamp. */
        void emit(O value);

        /**
         * Emits a record with a timestamp of its own, in milliseconds since 1970. One that the watermark has reached makes it late for what is behind.
         */
        void emit(O value, long timestamp);

        /** Emits a record to a side output. */
        <S> void emit(SideOutput<S> output, S value);

        /**
         * The watermark: no record with this timestamp or an older one is expected any more. It never goes back, over restarts too. {@link
         * Long#MIN_VALUE} before the first one and without event time; {@link Long#MAX_VALUE} when a job that finishes has read everything.
         */
        long currentWatermark();

        /** The wall clock in milliseconds since 1970. It may jump. */
        long currentProcessingTime();

        /** Whether the record is late: it has a timestamp, and the watermark has reached it. */
        default boolean late() {
            return timestamp() != Long.MIN_VALUE && timestamp() <= currentWatermark();
        }

        /**
         * Says that the record came too late and goes nowhere, so that the job counts it among those of {@code Metrics.lateDropped()}. What is said in a timer
         * counts for nothing.
         */
        default void dropLate() {}

        /** The key's timers. */
        Timers timers();
    }
}
