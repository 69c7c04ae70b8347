package io.staunch.window;

import io.staunch.process.SideOutput;

/**
 * A function that gets each result of a window, with state per key that outlives windows. One instance per task, made by a {@link
 * WindowProcessFactory}; all calls come from one worker at a time.
 *
 * @param <K> keys
 * @param <R> results of windows
 * @param <O> records out
 */
public interface WindowProcess<K, R, O> {
    /**
     * One result. Those of a key come in the order of the ends of their windows, but for early ones and those that a late record has changed.
     * State handles are those of the key during the call.
     */
    void process(Window window, R result, Context<K, O> context) throws Exception;

    /** What a function may do with a result besides its state. Only valid during the call. */
    interface Context<K, O> {
        /** The key of the window. */
        K key();

        /** Emits a record; its timestamp is the last one of the window, or that of the record or timer that made an early result come. */
        void emit(O value);

        /** Emits a record to a side output. */
        <S> void emit(SideOutput<S> output, S value);

        /** As in {@link io.staunch.process.KeyedProcess.Context#currentWatermark}. */
        long currentWatermark();
    }
}
