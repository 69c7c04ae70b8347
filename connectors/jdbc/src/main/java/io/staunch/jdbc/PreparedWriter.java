package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.RowBatch.Row;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.RefusedRecordsException.Refused;
import io.staunch.sink.TransactionConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows into transactions, many rows at a time, and prepares each transaction together with a row that tells later that it was committed. One
 * thread, but for {@link #close}.
 */
final class PreparedWriter<T> implements TransactionConnection<T> {
    private final Evidence evidence;
    private final LedgerKey key;
    private final PreparedTransactions transactions;
    private final OwnConnection connection;
    private final TableFit<T> fit;
    private final RowBatch batch;
    private final List<Row> waiting = new ArrayList<>();

    private PreparedWriter(
            TableOptions<T> options,
            LedgerKey key,
            PreparedTransactions transactions,
            OwnConnection connection,
            TableFit<T> fit) {
        this.transactions = transactions;
        this.evidence = Evidence.beside(options.commitLedger());
        this.key = key;
        this.connection = connection;
        this.fit = fit;
        this.batch = new RowBatch(fit.insert(), fit);
    }

    /** Blocks until the table was looked at. */
    static <T> PreparedWriter<T> open(TableOptions<T> options, Environment environment, LedgerKey key)
            throws Exception {
        TableFit<T> fit;
        try (Session session = options.session(environment, Remedy.RESTART_FROM_CHECKPOINT)) {
            fit = session.inTransaction(
                    "the look at the table", connection -> TableLook.at(connection, options, List.of()));
        }
        PreparedTransactions transactions = PreparedTransactions.with(Evidence.beside(options.commitLedger()));
        var connection = new OwnConnection(
                DatabaseConnections.of(environment),
                options.database(),
                transactions,
                options.faults(Remedy.RESTART_FROM_CHECKPOINT),
                WriterSessions.name(key),
                () -> PreparedProbe.branch(key, environment.newId()));
        return new PreparedWriter<>(options, key, transactions, connection, fit);
    }

    /** The database's begins with the first rows that are sent to it, so that it is open no longer than it must be. */
    @Override
    public void begin() {
        if (!waiting.isEmpty()) {
            throw new IllegalStateException("rows of another transaction wait");
        }
    }

    @Override
    public void write(T value, long origin) throws Exception {
        waiting.add(new Row(fit.values(value), origin));
        if (waiting.size() == RowBatch.ROWS) {
            send();
        }
    }

    /** With a savepoint, so that it can be found which rows the table does not take: what went before them is still there. */
    private void send() throws Exception {
        if (waiting.isEmpty()) {
            return;
        }
        connection.inOpenTransaction("writing", (session, branch) -> {
            List<Refused> refused = new ArrayList<>();
            batch.writeCarefully(
                    session, waiting, (within, row, reason) -> refused.add(new Refused(0, row.id(), reason)));
            if (!refused.isEmpty()) {
                throw new RefusedRecordsException(refused, null);
            }
            return refused;
        });
        waiting.clear();
    }

    @Override
    public void prepare(String token) throws Exception {
        send();
        connection.prepare(
                "preparing transaction " + token,
                token,
                (session, branch) -> evidence.add(session, key, token, branch),
                error -> transactions.noRoom(error) ? full(token, error) : error);
    }

    private static StaunchException full(String token, SQLException error) {
        return new StaunchException(
                "transaction " + token + " can't be prepared: " + error.getMessage()
                        + ". The server keeps max_prepared_transactions of them, for all its clients (select gid, prepared, owner, database from pg_prepared_xacts order by prepared). Set it higher, or let"
                        + " fewer checkpoints wait to be committed by sinkLag(...)",
                Remedy.RESTART_FROM_CHECKPOINT,
                error);
    }

    /** The server rolls back what is open. */
    @Override
    public void close() {
        connection.close();
    }
}
