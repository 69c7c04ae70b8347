package io.staunch.aggregate;

import io.staunch.function.Aggregate;
import io.staunch.function.DoubleValueFunction;
import io.staunch.function.FoldFunction;
import io.staunch.function.FunctionTypes;
import io.staunch.function.LongValueFunction;
import io.staunch.function.OrderFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.function.ValueFunction;
import java.util.List;
import java.util.Objects;

/**
 * Aggregates that are ready to use, on windows and as running results. Count, sum of whole numbers and distinct count are {@link
 * InvertibleAggregate}s.
 */
public final class Aggregates {
    private Aggregates() {}

    /** How many records there are. */
    public static <T> Aggregate<T, ?, Long> count() {
        return new Count<>();
    }

    /** The sum of whole numbers. One beyond the range of long is an error. */
    public static <T> Aggregate<T, ?, Long> sum(LongValueFunction<? super T> value) {
        return new LongSum<>(Objects.requireNonNull(value, "value"));
    }

    /** The sum of floating-point numbers. What is rounded depends on the order of the records. */
    public static <T> Aggregate<T, ?, Double> sumOfDoubles(DoubleValueFunction<? super T> value) {
        return new DoubleSum<>(Objects.requireNonNull(value, "value"));
    }

    /** The mean. What is rounded depends on the order of the records. */
    public static <T> Aggregate<T, ?, Double> average(DoubleValueFunction<? super T> value) {
        return new Average<>(Objects.requireNonNull(value, "value"));
    }

    /** The least value; its class is read off the function. */
    public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> min(ValueFunction<? super T, V> value) {
        return min(classOf(value, "min(Value.class, function)"), value);
    }

    /** The least value, of a given class. */
    public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> min(
            Class<V> type, ValueFunction<? super T, V> value) {
        OrderFunction<V> upwards = (left, right) -> left.compareTo(right);
        return new First<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(value, "value"), upwards);
    }

    /** The greatest value; its class is read off the function. */
    public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> max(ValueFunction<? super T, V> value) {
        return max(classOf(value, "max(Value.class, function)"), value);
    }

    /** The greatest value, of a given class. */
    public static <T, V extends Comparable<? super V>> Aggregate<T, ?, V> max(
            Class<V> type, ValueFunction<? super T, V> value) {
        OrderFunction<V> downwards = (left, right) -> right.compareTo(left);
        return new First<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(value, "value"), downwards);
    }

    /**
     * The first records in an order. Of equal ones those that came first count, which a replay keeps and another disorder of the input does
     * not: let the order be total where that matters.
     *
     * @param type the records' class, which checkpoints restore
     */
    public static <T> Aggregate<T, ?, List<T>> topN(int most, Class<T> type, OrderFunction<? super T> order) {
        return new TopN<>(most, Objects.requireNonNull(type, "type"), Objects.requireNonNull(order, "order"));
    }

    /** How many different values there are, exactly; all of them are kept. Their class is read off the function. */
    public static <T, V> Aggregate<T, ?, Long> distinctCount(ValueFunction<? super T, V> value) {
        return distinctCount(classOf(value, "distinctCount(Value.class, function)"), value);
    }

    /**
     * How many different values of a given class there are, exactly; all of them are kept.
     *
     * @param type of values that never change, with equals and hashCode
     */
    public static <T, V> Aggregate<T, ?, Long> distinctCount(Class<V> type, ValueFunction<? super T, V> value) {
        return new DistinctCount<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(value, "value"));
    }

    /**
     * All records as a list.
     *
     * @param type the records' class, which checkpoints restore
     */
    public static <T> Aggregate<T, ?, List<T>> list(Class<T> type) {
        return new Everything<>(Objects.requireNonNull(type, "type"));
    }

    /** What all records reduce to. The function is associative; the order in which panes are merged is that of their times. */
    public static <T> Aggregate<T, ?, T> reduce(Class<T> type, ReduceFunction<T> function) {
        return new Reduced<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(function, "function"));
    }

    /**
     * What all records fold into.
     *
     * @param initial made anew where a fold begins
     * @param merge makes one of two folds, as if the records of both had been folded into one
     */
    public static <T, A> Aggregate<T, ?, A> fold(
            Class<A> type, SupplierFunction<A> initial, FoldFunction<A, ? super T> function, ReduceFunction<A> merge) {
        return new Folded<>(
                Objects.requireNonNull(type, "type"),
                Objects.requireNonNull(initial, "initial"),
                Objects.requireNonNull(function, "function"),
                Objects.requireNonNull(merge, "merge"));
    }

    @SuppressWarnings("unchecked") // the class that the function's type shows
    private static <V> Class<V> classOf(ValueFunction<?, V> value, String remedy) {
        return (Class<V>)
                FunctionTypes.returnType(Objects.requireNonNull(value, "value"), "the value function", remedy);
    }
}
