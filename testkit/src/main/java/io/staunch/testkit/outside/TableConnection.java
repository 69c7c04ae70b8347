package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.sink.SinkConnection;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps records back until a flush, or now and then writes those that it has. */
final class TableConnection implements SinkConnection<TableRow> {
    private static final double WRITTEN_AT_ONCE = 0.1;

    private final String table;
    private final TableClients clients;
    private final Statements statements;
    private final DatabaseSession session;
    private final List<TableRow> waiting = new ArrayList<>();

    TableConnection(String table, TableClients clients, Statements statements) {
        this.table = table;
        this.clients = clients;
        this.statements = statements;
        session = connect();
    }

    @Override
    public void write(TableRow record) {
        clients.process().requireAlive();
        waiting.add(record);
        if (clients.chance().happens(WRITTEN_AT_ONCE)) {
            flush();
        }
    }

    @Override
    public void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        tell(session, each -> statements.write(each, waiting));
        waiting.clear();
    }

    @Override
    public void close() {
        session.close();
    }

    private DatabaseSession connect() {
        DatabaseSession made;
        try {
            made = clients.client().connect();
        } catch (DatabaseException e) {
            throw failed(e);
        }
        tell(made, statements::begin);
        return made;
    }

    /** After an error, also one that is not the database's, nothing must stay open that holds rows. */
    private void tell(DatabaseSession to, Consumer<DatabaseSession> what) {
        try {
            what.accept(to);
        } catch (DatabaseException e) {
            to.close();
            throw failed(e);
        } catch (StaunchException e) {
            to.close();
            throw e;
        }
    }

    private StaunchException failed(DatabaseException e) {
        return new StaunchException(
                "simulated table " + table + ": " + e.getMessage(), Remedy.RESTART_FROM_CHECKPOINT, e);
    }

    /** What a sink does with its session. */
    interface Statements {
        /** Before the first write. */
        void begin(DatabaseSession session);

        /** Writes records; when it returns they are committed. */
        void write(DatabaseSession session, List<TableRow> records);
    }
}
