package io.staunch.operators;

import io.staunch.aggregate.TypedAggregate;
import io.staunch.graph.Sided;
import io.staunch.state.StateType;
import java.util.ArrayList;
import java.util.List;

/** All records of two streams, side by side; of each side pane by pane, and in a pane in the order in which they came. */
record BothSides<L, R>(Class<L> left, Class<R> right)
        implements TypedAggregate<Sided, BothSides.Records<L, R>, BothSides.Records<L, R>> {
    /** So far, or in a result all of them, in lists that can't be changed. */
    record Records<L, R>(List<L> lefts, List<R> rights) {}

    @Override
    public Records<L, R> create() {
        return new Records<>(new ArrayList<>(), new ArrayList<>());
    }

    @Override
    @SuppressWarnings("unchecked") // a join's builder has put each stream's records on its side
    public Records<L, R> add(Records<L, R> records, Sided sided) {
        if (sided.left()) {
            records.lefts.add((L) sided.value());
        } else {
            records.rights.add((R) sided.value());
        }
        return records;
    }

    @Override
    public Records<L, R> merge(Records<L, R> into, Records<L, R> other) {
        into.lefts.addAll(other.lefts);
        into.rights.addAll(other.rights);
        return into;
    }

    @Override
    public Records<L, R> result(Records<L, R> records) {
        return new Records<>(List.copyOf(records.lefts), List.copyOf(records.rights));
    }

    @Override
    public StateType<Records<L, R>> accumulator() {
        return StateType.<Records<L, R>>of(Records.class, left, right).whichTheFunctionOwns();
    }
}
