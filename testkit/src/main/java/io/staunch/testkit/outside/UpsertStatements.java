package io.staunch.testkit.outside;

import io.staunch.ledger.Owner;
import io.staunch.sink.WriterCheck;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.DatabaseSession;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Upserts rows, each time in one transaction that first takes the row that names the table's writer.
 *
 * @param me the attempt that writes
 * @param check whether it may; null to write without asking
 */
record UpsertStatements(String table, Owner me, @Nullable WriterCheck check) implements TableConnection.Statements {
    /** For each table that is written by key, its writer. */
    private static final String WRITERS = "writers";

    @Override
    public void begin(DatabaseSession session) {
        session.createIfMissing(table, TableKind.KEYED);
        if (check != null) {
            session.createIfMissing(WRITERS, TableKind.KEYED);
            take(session, check);
        }
    }

    @Override
    public void write(DatabaseSession session, List<TableRow> records) {
        session.begin();
        if (check != null) {
            check.write(writer(session));
        }
        session.write(records.stream()
                .map(each -> Write.upsert(table, each.key(), each.value()))
                .toList());
        session.commit();
    }

    private void take(DatabaseSession session, WriterCheck by) {
        while (true) {
            session.begin();
            Owner before = writer(session);
            by.take(before);
            if (before != null) {
                session.write(Write.update(WRITERS, table, me));
                session.commit();
                return;
            }
            if (inserted(session)) {
                session.commit();
                return;
            }
            session.rollback();
        }
    }

    /** False if somebody else has been quicker: a row that is not there can't be taken before it is written. */
    private boolean inserted(DatabaseSession session) {
        try {
            session.write(Write.insert(WRITERS, table, me));
            return true;
        } catch (DatabaseException e) {
            if (e.reason() == Reason.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    private @Nullable Owner writer(DatabaseSession session) {
        return (Owner) session.lock(WRITERS, table).orElse(null);
    }
}
