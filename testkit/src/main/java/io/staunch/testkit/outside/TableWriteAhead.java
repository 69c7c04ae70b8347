package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.KeyFunction;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import io.staunch.testkit.table.DatabaseException;

/**
 * Adds rows to a table of the simulated database after checkpoints.
 *
 * @param table its name
 * @param type of the records
 * @param key of a record; records with an equal key keep their order
 * @param protection by a ledger in the same database, by the keys of intervals, or none
 */
public record TableWriteAhead<T>(String table, Class<T> type, KeyFunction<T, Object> key, Protection protection)
        implements WriteAheadSink<T> {
    @Override
    public String description() {
        return TableOutside.TABLE + table;
    }

    @Override
    public String resource() {
        return "simulated database, table " + table;
    }

    @Override
    public WriteAheadConnection<T> connect(WriteAheadContext context) {
        TableClients clients = TableClients.of(context.environment());
        try {
            var rows = new AppendedRows<>(table, key, clients.client().connect());
            return protection == Protection.LEDGER
                    ? new LedgeredTable<>(rows, new TableLedger(rows, context.job() + "/" + context.resource()))
                    : new PlainTable<>(rows, protection == Protection.IDEMPOTENCY_KEY);
        } catch (DatabaseException e) {
            throw failed(table, e);
        }
    }

    /** What passes is tried again; what does not pass is an error of this double or of the simulation. */
    static StaunchException failed(String table, DatabaseException e) {
        Remedy remedy = switch (e.reason()) {
            case CONNECTION_LOST,
                    CLOSED,
                    UNAVAILABLE,
                    REFUSED,
                    LOCK_TIMEOUT,
                    DEADLOCK,
                    TRANSACTION_ABORTED,
                    FULL,
                    TOO_MANY_PREPARED -> Remedy.RETRY;
            case DUPLICATE_KEY, UNKNOWN_TABLE, WRONG_KIND, UNKNOWN_PREPARED, PREPARED_EXISTS, WRONG_STATE ->
                Remedy.FAIL_JOB;
        };
        return new StaunchException("simulated table " + table + ": " + e.getMessage(), remedy, e);
    }
}
