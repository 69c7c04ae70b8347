package io.staunch.operators;

import io.staunch.function.Aggregate;
import io.staunch.function.KeyedMapFunction;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.ValueState;

/** Adds each record to the accumulator of its key and emits the result so far for every record. */
final class AggregateOperator<K, T, A, R, O> implements KeyedProcess<K, T, O> {
    private final Aggregate<T, A, R> aggregate;
    private final ValueState<A> state;
    private final KeyedMapFunction<K, R, O> result;
    private final Copies copies;

    AggregateOperator(
            Aggregate<T, A, R> aggregate, KeyedStates states, KeyedMapFunction<K, R, O> result, Copies copies) {
        this.aggregate = aggregate;
        this.state = states.value(Operators.STATE, aggregate.accumulatorType());
        this.result = result;
        this.copies = copies;
    }

    @Override
    public void process(T value, Context<K, O> context) throws Exception {
        A before = state.orNull();
        A after = aggregate.add(before == null ? aggregate.create() : before, value);
        state.set(after);
        R shown = aggregate.result(copies.copy(aggregate.accumulatorType(), after));
        context.emit(result.map(context.key(), shown));
    }
}
