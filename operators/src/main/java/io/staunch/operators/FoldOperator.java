package io.staunch.operators;

import io.staunch.function.FoldFunction;
import io.staunch.function.KeyedMapFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;

/** Folds each record into the value of its key and emits the new value for every record. */
final class FoldOperator<K, A, I, O> implements KeyedProcess<K, I, O> {
    private final StateType<A> type;
    private final ValueState<A> state;
    private final SupplierFunction<A> initial;
    private final FoldFunction<A, I> function;
    private final KeyedMapFunction<K, A, O> result;
    private final Copies copies;

    FoldOperator(
            Class<A> type,
            KeyedStates states,
            SupplierFunction<A> initial,
            FoldFunction<A, I> function,
            KeyedMapFunction<K, A, O> result,
            Copies copies) {
        this.type = StateType.of(type);
        this.state = states.value(Operators.STATE, this.type);
        this.initial = initial;
        this.function = function;
        this.result = result;
        this.copies = copies;
    }

    @Override
    public void process(I value, Context<K, O> context) throws Exception {
        A before = state.orNull();
        A after = function.fold(before == null ? initial.make() : before, value);
        state.set(after);
        context.emit(result.map(context.key(), copies.copy(type, after)));
    }
}
