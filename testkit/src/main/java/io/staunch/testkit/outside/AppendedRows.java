package io.staunch.testkit.outside;

import io.staunch.error.StaunchException;
import io.staunch.function.KeyFunction;
import io.staunch.sink.Interval;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseSession;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;
import java.util.ArrayList;
import java.util.List;

/** A session that adds the records of intervals to a table. */
record AppendedRows<T>(String table, KeyFunction<T, Object> key, DatabaseSession session) {
    private static final int TOGETHER = 50;

    /** Adds all records of an interval in the transaction that is open. */
    void append(Interval<T> interval) throws Exception {
        List<Write> writes = new ArrayList<>();
        for (T each : interval) {
            writes.add(Write.append(table, new TableRow(key.key(each), each)));
            if (writes.size() == TOGETHER) {
                session.write(List.copyOf(writes));
                writes.clear();
            }
        }
        if (!writes.isEmpty()) {
            session.write(writes);
        }
    }

    void create() {
        session.createIfMissing(table, TableKind.APPEND_ONLY);
    }

    /** Makes a call; after any error nothing stays open that holds rows. */
    <R> R call(Call<R> what) throws Exception {
        boolean done = false;
        try {
            R answer = what.on(session);
            done = true;
            return answer;
        } catch (DatabaseException e) {
            throw failed(e);
        } finally {
            if (!done) {
                session.close();
            }
        }
    }

    private StaunchException failed(DatabaseException e) {
        return TableWriteAhead.failed(table, e);
    }

    /** What is done with a session. */
    @FunctionalInterface
    interface Call<R> {
        R on(DatabaseSession session) throws Exception;
    }
}
