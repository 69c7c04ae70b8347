package io.staunch.aggregate;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.ReduceFunction;
import io.staunch.state.Immutables;
import io.staunch.state.StateType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reduces records to one. */
record Reduced<T>(Class<T> type, ReduceFunction<T> function) implements TypedAggregate<T, Reduced.Value<T>, T> {
    /** What the records so far were reduced to; null before the first. */
    record Value<T>(@Nullable T value) {}

    @Override
    public Value<T> create() {
        return new Value<>(null);
    }

    @Override
    public Value<T> add(Value<T> reduced, T record) {
        return new Value<>(reduced.value == null ? record : reduce(reduced.value, record));
    }

    @Override
    public Value<T> merge(Value<T> left, Value<T> right) {
        return right.value == null ? left : add(left, right.value);
    }

    private T reduce(T left, T right) {
        try {
            return function.reduce(left, right);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StaunchException("a reduce function threw " + e, Remedy.RESTART_FROM_CHECKPOINT, e);
        }
    }

    @Override
    public T result(Value<T> reduced) {
        return Objects.requireNonNull(reduced.value, "a result without records");
    }

    @Override
    public StateType<Value<T>> accumulator() {
        StateType<Value<T>> of = StateType.of(Value.class, type);
        return Immutables.isImmutable(type)
                ? of.whichTheFunctionOwns()
                : of; // the function may change its left argument
    }
}
