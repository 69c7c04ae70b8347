package io.staunch.operators;

import io.staunch.aggregate.InvertibleAggregate;
import io.staunch.aggregate.TypedAggregate;
import io.staunch.function.Aggregate;
import io.staunch.state.StateType;
import org.jspecify.annotations.Nullable;

/** The accumulators of an aggregate, with copies made where it may change what state still needs. */
final class Accumulators<T, A, R> {
    private final Aggregate<T, A, R> aggregate;
    private final StateType<A> type;
    private final Copies copies;
    private final @Nullable InvertibleAggregate<T, A, R> invertible;

    Accumulators(Aggregate<T, A, R> aggregate, Copies copies) {
        this.aggregate = aggregate;
        this.copies = copies;
        type = aggregate instanceof TypedAggregate<T, A, R> typed
                ? typed.accumulator()
                : StateType.of(aggregate.accumulatorType());
        invertible = aggregate instanceof InvertibleAggregate<T, A, R> other ? other : null;
    }

    StateType<A> type() {
        return type;
    }

    /** Whether parts can be taken out again. */
    boolean invertible() {
        return invertible != null;
    }

    /** @param before null before the first record */
    A add(@Nullable A before, T value) {
        return before == null ? first(value) : aggregate.add(before, value);
    }

    /** Of the first record alone. */
    A first(T value) {
        return aggregate.add(aggregate.create(), value);
    }

    /**
     * The two as one.
     *
     * @param left may be changed; null for nothing
     * @param right stays as it is
     */
    A merge(@Nullable A left, A right) {
        return aggregate.merge(left == null ? aggregate.create() : left, copies.copy(type, right));
    }

    /** @param part stays as it is */
    A subtract(A whole, A part) {
        if (invertible == null) {
            throw new IllegalStateException("the aggregate can't take parts out again");
        }
        return invertible.subtract(whole, copies.copy(type, part));
    }

    /** A result that nothing shares with the accumulator. */
    R result(A accumulator) {
        return aggregate.result(copies.copy(type, accumulator));
    }
}
