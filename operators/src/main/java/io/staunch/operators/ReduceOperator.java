package io.staunch.operators;

import io.staunch.function.KeyedMapFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;

/** Reduces each record into the value of its key and emits the new value for every record. */
final class ReduceOperator<K, T, O> implements KeyedProcess<K, T, O> {
    private final StateType<T> type;
    private final ValueState<T> state;
    private final ReduceFunction<T> function;
    private final KeyedMapFunction<K, T, O> result;
    private final Copies copies;

    ReduceOperator(
            Class<T> type,
            KeyedStates states,
            ReduceFunction<T> function,
            KeyedMapFunction<K, T, O> result,
            Copies copies) {
        this.type = StateType.of(type);
        this.state = states.value(Operators.STATE, this.type);
        this.function = function;
        this.result = result;
        this.copies = copies;
    }

    @Override
    public void process(T value, Context<K, O> context) throws Exception {
        T before = state.orNull();
        T after = before == null ? copies.copy(type, value) : function.reduce(before, value);
        state.set(after);
        context.emit(result.map(context.key(), copies.copy(type, after)));
    }
}
