package io.staunch.process;

/**
 * A function with state per task. One instance per task, made by a {@link OperatorProcessFactory}; all calls come from one worker at a time.
 *
 * @param <I> records in
 * @param <O> records out
 */
public interface OperatorProcess<I, O> {
    /** One record. */
    void process(I value, Context<O> context) throws Exception;

    /** What a function may do with a record besides its state. Only valid during the call. */
    interface Context<O> {
        /** The record's timestamp in milliseconds since 1970, or {@link Long#MIN_VALUE} if it has none. */
        long timestamp();

        /** Emits a record with the current timestamp. */
        void emit(O value);

        /** Emits a record to a side output. */
        <S> void emit(SideOutput<S> output, S value);
    }
}
