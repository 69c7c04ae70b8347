package io.staunch.testkit.outside;

import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;

/**
 * Rows in a database without a ledger.
 *
 * @param byKey whether the database takes each interval's key once
 */
record PlainTable<T>(AppendedRows<T> rows, boolean byKey) implements WriteAheadConnection<T> {
    private static final String KEYS = "keys";

    @Override
    public void apply(Interval<T> interval) throws Exception {
        rows.call(session -> {
            rows.create();
            if (byKey) {
                session.createIfMissing(KEYS, TableKind.KEYED);
            }
            session.begin();
            if (byKey && !taken(interval)) {
                session.rollback();
                return false;
            }
            rows.append(interval);
            session.commit();
            return true;
        });
    }

    /** False if the key was used before. */
    private boolean taken(Interval<T> interval) {
        try {
            rows.session().write(Write.insert(KEYS, interval.key(), interval.records()));
            return true;
        } catch (DatabaseException e) {
            if (e.reason() == Reason.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        rows.session().close();
    }
}
