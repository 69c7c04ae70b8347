package io.staunch.process;

/**
 * A function with state per key. One instance per task, made by a {@link KeyedProcessFactory}; all calls come from one worker at a time.
 *
 * @param <K> keys
 * @param <I> records in
 * @param <O> records out
 */
public interface KeyedProcess<K, I, O> {
    /** One record of the key {@link Context#key()}. State handles are those of that key during the call. */
    void process(I value, Context<K, O> context) throws Exception;

    /** What a function may do with a record besides its state. Only valid during the call. */
    interface Context<K, O> {
        /** The record's key. */
        K key();

        /** The record's timestamp in milliseconds since 1970, or {@link Long#MIN_VALUE} if it has none. */
        long timestamp();

        /** Emits a record with the current timestamp. */
        void emit(O value);

        /** Emits a record to a side output. */
        <S> void emit(SideOutput<S> output, S value);
    }
}
