package io.staunch.operators;

import io.staunch.function.Aggregate;
import io.staunch.function.KeyedMapFunction;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.ValueState;

/** Adds each record to the accumulator of its key and emits the result so far for every record. */
final class AggregateOperator<K, T, A, R, O> implements KeyedProcess<K, T, O> {
    private final Accumulators<T, A, R> accumulators;
    private final ValueState<A> state;
    private final KeyedMapFunction<K, R, O> result;

    AggregateOperator(
            Aggregate<T, A, R> aggregate, KeyedStates states, KeyedMapFunction<K, R, O> result, Copies copies) {
        this.accumulators = new Accumulators<>(aggregate, copies);
        this.state = states.value(Operators.STATE, accumulators.type());
        this.result = result;
    }

    @Override
    public void process(T value, Context<K, O> context) throws Exception {
        A after = accumulators.add(state.orNull(), value);
        state.set(after);
        context.emit(result.map(context.key(), accumulators.result(after)));
    }
}
