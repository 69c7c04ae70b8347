package io.staunch.aggregate;

import io.staunch.error.ConfigurationException;
import io.staunch.function.ValueFunction;
import io.staunch.state.StateType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Counts the different values of records, exactly: it keeps each, with how many records had it, so that parts can be taken out again. */
record DistinctCount<T, V>(Class<V> type, ValueFunction<? super T, V> value)
        implements TypedAggregate<T, DistinctCount.Occurrences<V>, Long>,
                InvertibleAggregate<T, DistinctCount.Occurrences<V>, Long> {
    DistinctCount {
        if (hasArray(type, new HashSet<>())) {
            throw new ConfigurationException(
                    "distinctCount of " + type.getTypeName(),
                    List.of(
                            "it is or has an array, and equal arrays are not equal objects, so that each record would count:"
                                    + " use String or List"));
        }
    }

    private static boolean hasArray(Class<?> type, Set<Class<?>> seen) {
        return type.isArray()
                || (type.isRecord()
                        && seen.add(type)
                        && Stream.of(type.getRecordComponents()).anyMatch(each -> hasArray(each.getType(), seen)));
    }

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
