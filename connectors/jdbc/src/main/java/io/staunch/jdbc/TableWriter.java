package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.jdbc.RowBatch.Row;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.RefusedRecordsException.Refused;
import io.staunch.sink.SinkConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Gathers rows and writes them many at a time, each time in a transaction. One thread, but for {@link #close}. */
final class TableWriter implements SinkConnection<TableRow> {
    private final Session session;
    private final Statements statements;
    private final List<Row> waiting = new ArrayList<>();

    private TableWriter(Session session, Statements statements) {
        this.session = session;
        this.statements = statements;
    }

    /** How a sink writes. */
    interface Statements {
        /** Before the first write: looks, and makes itself the writer. In transactions of its own. */
        void begin(Session session) throws Exception;

        /** What goes to the database together, if not all that was given; at the beginning of a transaction. */
        List<Row> prepare(Connection connection, List<Row> rows) throws SQLException;

        RowBatch batch();
    }

    /** Blocks until the table was looked at. */
    static TableWriter open(TableOptions<?> options, Environment environment, Statements statements) {
        Session session = options.session(environment, Remedy.RESTART_FROM_CHECKPOINT);
        try {
            statements.begin(session);
            return new TableWriter(session, statements);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        } catch (Exception e) {
            session.close();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void write(TableRow record) throws Exception {
        write(record, -1);
    }

    @Override
    public void write(TableRow record, long origin) throws Exception {
        waiting.add(new Row(record.values(), origin));
        if (waiting.size() >= RowBatch.ROWS) {
            flush();
        }
    }

    @Override
    public void flush() throws Exception {
        if (waiting.isEmpty()) {
            return;
        }
        refuseUnfit();
        try {
            session.raw(connection -> {
                statements.batch().write(connection, statements.prepare(connection, waiting));
                return waiting;
            });
        } catch (SQLException e) {
            if (SqlFaults.kind(e) == SqlFaults.Kind.DATA) {
                writeCarefully();
            } else {
                throw session.fault("writing", e);
            }
        }
        waiting.clear();
    }

    /** Before anything of them is sent. */
    private void refuseUnfit() {
        List<Refused> refused = new ArrayList<>();
        for (Row row : waiting) {
            statements
                    .batch()
                    .fit()
                    .refusal(row.values())
                    .ifPresent(reason -> refused.add(new Refused(0, row.id(), reason)));
        }
        if (!refused.isEmpty()) {
            throw new RefusedRecordsException(refused, null);
        }
    }

    /** Once more, so that it is found which records are refused. If it is none, since the rows disturbed only each other, they are written. */
    private void writeCarefully() throws Exception {
        List<Refused> refused = new ArrayList<>();
        session.inTransaction("writing", connection -> {
            statements
                    .batch()
                    .writeCarefully(
                            connection,
                            statements.prepare(connection, waiting),
                            (within, row, reason) -> refused.add(new Refused(0, row.id(), reason)));
            if (!refused.isEmpty()) {
                throw new RefusedRecordsException(refused, null);
            }
            return refused;
        });
    }

    @Override
    public void close() {
        session.close();
    }
}
