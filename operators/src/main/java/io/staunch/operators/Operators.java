package io.staunch.operators;

import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.KeyedMapFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;

/** Makes the operator of a keyed operation. */
public final class Operators {
    /** The name of an operation's only state. */
    public static final String STATE = "value";

    private Operators() {}

    /** A new operator; it takes its state handles from {@code states}. */
    @SuppressWarnings("unchecked") // a pipeline's builder has checked that the functions of an operation fit each other
    public static KeyedProcess<Object, Object, Object> make(
            KeyedOperation operation, KeyedStates states, Copies copies) {
        return switch (operation.kind()) {
            case FOLD -> fold((KeyedOperation.Fold) operation, states, copies);
            case REDUCE -> reduce((KeyedOperation.Reduce) operation, states, copies);
            case AGGREGATE -> aggregate((KeyedOperation.Aggregated) operation, states, copies);
            case DEDUPLICATE -> new DeduplicateOperator<>(((KeyedOperation.Deduplicated) operation).rules(), states);
            case PROCESS ->
                ((io.staunch.process.KeyedProcessFactory<Object, Object, Object>)
                                ((KeyedOperation.Process) operation).factory())
                        .make(states);
        };
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> fold(
            KeyedOperation.Fold fold, KeyedStates states, Copies copies) {
        return new FoldOperator<>(
                (Class<Object>) fold.type(),
                states,
                (SupplierFunction<Object>) fold.initial(),
                (FoldFunction<Object, Object>) fold.function(),
                (KeyedMapFunction<Object, Object, Object>) fold.result(),
                copies);
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> reduce(
            KeyedOperation.Reduce reduce, KeyedStates states, Copies copies) {
        return new ReduceOperator<>(
                (Class<Object>) reduce.type(),
                states,
                (ReduceFunction<Object>) reduce.function(),
                (KeyedMapFunction<Object, Object, Object>) reduce.result(),
                copies);
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> aggregate(
            KeyedOperation.Aggregated aggregated, KeyedStates states, Copies copies) {
        return new AggregateOperator<>(
                (Aggregate<Object, Object, Object>) aggregated.aggregate(),
                states,
                (KeyedMapFunction<Object, Object, Object>) aggregated.result(),
                copies);
    }
}
