package io.staunch.aggregate;

import io.staunch.function.Aggregate;
import io.staunch.state.StateType;

/** An aggregate that says more of its accumulators than their class: arguments of a generic one, or that nobody else refers to them. */
public interface TypedAggregate<T, A, R> extends Aggregate<T, A, R> {
    /**
     * What checkpoints restore. If the function is to own accumulators ({@link StateType#whichTheFunctionOwns}), then {@link #add} and {@link #merge} give
     * no reference to them away, {@link #merge} keeps none to its right one, and {@link #result} gives nothing that a later call changes.
     */
    StateType<A> accumulator();

    @Override
    default Class<A> accumulatorType() {
        return accumulator().raw();
    }
}
