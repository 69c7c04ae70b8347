package io.staunch.aggregate;

import io.staunch.function.ValueFunction;
import io.staunch.state.StateType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the different values of records, exactly: it keeps each, with how many records had it, so that parts can be taken out again. */
record DistinctCount<T, V>(Class<V> type, ValueFunction<? super T, V> value)
        implements TypedAggregate<T, DistinctCount.Occurrences<V>, Long>,
                InvertibleAggregate<T, DistinctCount.Occurrences<V>, Long> {
    /** How often each value occurs, at least once. */
    record Occurrences<V>(Map<V, Long> counts) {}

    @Override
    public Occurrences<V> create() {
        return new Occurrences<>(new LinkedHashMap<>());
    }

    @Override
    public Occurrences<V> add(Occurrences<V> occurrences, T record) {
        occurrences.counts.merge(value.of(record), 1L, Long::sum);
        return occurrences;
    }

    @Override
    public Occurrences<V> merge(Occurrences<V> left, Occurrences<V> right) {
        right.counts.forEach((each, count) -> left.counts.merge(each, count, Long::sum));
        return left;
    }

    @Override
    public Occurrences<V> subtract(Occurrences<V> whole, Occurrences<V> part) {
        part.counts.forEach((each, count) -> whole.counts.computeIfPresent(
                each, (same, all) -> all.equals(count) ? null : Long.valueOf(all - count)));
        return whole;
    }

    @Override
    public Long result(Occurrences<V> occurrences) {
        return (long) occurrences.counts.size();
    }

    @Override
    public Class<Occurrences<V>> accumulatorType() {
        return accumulator().raw();
    }

    @Override
    public StateType<Occurrences<V>> accumulator() {
        return StateType.<Occurrences<V>>of(Occurrences.class, type).whichTheFunctionOwns();
    }
}
