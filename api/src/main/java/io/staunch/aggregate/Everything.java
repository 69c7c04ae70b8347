package io.staunch.aggregate;

import io.staunch.state.StateType;
import java.util.ArrayList;
import java.util.List;

/** All records, pane by pane and in a pane in the order in which they came. */
record Everything<T>(Class<T> type) implements TypedAggregate<T, Everything.Records<T>, List<T>> {
    /** So far. */
    record Records<T>(List<T> list) {}

    @Override
    public Records<T> create() {
        return new Records<>(new ArrayList<>());
    }

    @Override
    public Records<T> add(Records<T> records, T value) {
        records.list.add(value);
        return records;
    }

    @Override
    public Records<T> merge(Records<T> left, Records<T> right) {
        left.list.addAll(right.list);
        return left;
    }

    @Override
    public List<T> result(Records<T> records) {
        return List.copyOf(records.list);
    }

    @Override
    public StateType<Records<T>> accumulator() {
        return StateType.<Records<T>>of(Records.class, type).whichTheFunctionOwns();
    }
}
