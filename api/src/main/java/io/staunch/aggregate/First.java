package io.staunch.aggregate;

import io.staunch.function.OrderFunction;
import io.staunch.function.ValueFunction;
import io.staunch.state.StateType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The value that comes first in an order; of equal ones that which came first, pane by pane. */
record First<T, V>(Class<V> type, ValueFunction<? super T, V> value, OrderFunction<? super V> order)
        implements TypedAggregate<T, First.Best<V>, V> {
    /** The first so far; null if there is none yet. */
    record Best<V>(@Nullable V value) {}

    @Override
    public Best<V> create() {
        return new Best<>(null);
    }

    @Override
    public Best<V> add(Best<V> best, T record) {
        return first(best, value.of(record));
    }

    @Override
    public Best<V> merge(Best<V> left, Best<V> right) {
        return right.value == null ? left : first(left, right.value);
    }

    private Best<V> first(Best<V> best, V other) {
        return best.value == null || order.compare(other, best.value) < 0 ? new Best<>(other) : best;
    }

    @Override
    public V result(Best<V> best) {
        return Objects.requireNonNull(best.value, "a result without records");
    }

    @Override
    public StateType<Best<V>> accumulator() {
        return StateType.<Best<V>>of(Best.class, type).whichTheFunctionOwns();
    }
}
