package io.staunch.testkit.outside;

import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.table.CommittedChange;
import io.staunch.testkit.table.SimulatedDatabase;
import io.staunch.testkit.table.TableReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a table that refuses some intervals for good: its rows and, in the place of an interval that the ledger has passed over, what was set aside. So each record is in one of the two,
 * once, and in order. Owned by the thread that runs the world.
 */
final class RefusingCapture<T> implements Capture {
    private final RefusingWriteAhead<T> sink;
    private final TableReader rows;
    private final TableReader ledger;
    private final RefusedIntervals refused;

    RefusingCapture(SimulatedDatabase database, String table, RefusingWriteAhead<T> sink, RefusedIntervals refused) {
        this.sink = sink;
        this.refused = refused;
        rows = new TableReader(database, table);
        ledger = new TableReader(database, TableLedger.LEDGER);
    }

    @Override
    public void read(Consumer<Output> into) {
        List<CommittedChange> all = new ArrayList<>();
        rows.read(all::add);
        ledger.read(all::add);
        all.sort(Comparator.comparingLong(CommittedChange::commit));
        for (CommittedChange change : all) {
            if (change.row() instanceof TableRow row) {
                into.accept(new Output(0, row.key(), row.value(), change.process(), change.execution()));
            } else {
                TableLedger.entryOf(change).stream()
                        .flatMap(entry -> refused.passed(sink.description(), entry).stream())
                        .forEach(record -> into.accept(new Output(0, key(record), record)));
            }
        }
    }

    private Object key(Object record) {
        try {
            return sink.keyOf(record);
        } catch (Exception e) {
            throw new IllegalStateException("the key of a record of " + sink.description() + " failed", e);
        }
    }

    @Override
    public List<String> problems() {
        return refused.wrong();
    }

    @Override
    public List<String> missing() {
        return refused.missing(sink.description());
    }
}
