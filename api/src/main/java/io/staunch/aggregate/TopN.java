package io.staunch.aggregate;

import io.staunch.function.OrderFunction;
import io.staunch.state.StateType;
import java.util.ArrayList;
import java.util.List;

/** The records that come first in an order; of equal ones those which came first, pane by pane. */
record TopN<T>(int most, Class<T> type, OrderFunction<? super T> order)
        implements TypedAggregate<T, TopN.Ranked<T>, List<T>> {
    /** In order. */
    record Ranked<T>(List<T> records) {}

    TopN {
        if (most < 1) {
            throw new IllegalArgumentException("topN needs at least 1 record to keep, got " + most);
        }
    }

    @Override
    public Ranked<T> create() {
        return new Ranked<>(new ArrayList<>());
    }

    @Override
    public Ranked<T> add(Ranked<T> ranked, T record) {
        List<T> records = ranked.records;
        int at = records.size();
        while (at > 0 && order.compare(record, records.get(at - 1)) < 0) {
            at--;
        }
        if (at < most) {
            records.add(at, record);
            if (records.size() > most) {
                records.remove(most);
            }
        }
        return ranked;
    }

    @Override
    public Ranked<T> merge(Ranked<T> left, Ranked<T> right) {
        right.records.forEach(record -> add(left, record));
        return left;
    }

    @Override
    public List<T> result(Ranked<T> ranked) {
        return List.copyOf(ranked.records);
    }

    @Override
    public StateType<Ranked<T>> accumulator() {
        return StateType.<Ranked<T>>of(Ranked.class, type).whichTheFunctionOwns();
    }
}
