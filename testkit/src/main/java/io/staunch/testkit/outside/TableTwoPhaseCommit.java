package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.testkit.table.DatabaseException;
import java.time.Duration;
import java.util.Optional;

/**
 * Adds rows to a table of the simulated database in transactions that are prepared with the checkpoint and committed after it.
 *
 * @param table its name
 * @param key of a record; records with an equal key keep their order
 * @param locks whether each transaction also holds a row for each key: one that comes behind waits for it
 */
public record TableTwoPhaseCommit<T>(String table, KeyFunction<T, Object> key, boolean locks)
        implements TwoPhaseCommitSink<T> {
    @Override
    public String description() {
        return TableOutside.TABLE + table;
    }

    @Override
    public String resource() {
        return "simulated database, table " + table;
    }

    @Override
    public Optional<Duration> preparedLimit() {
        return Optional.empty();
    }

    @Override
    public TransactionConnection<T> connect(TwoPhaseCommitContext context) {
        return new PreparedRows<>(rows(context), PreparedTable.evidence(ledgerKey(context)), locks);
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) {
        AppendedRows<T> rows = rows(context);
        String key = ledgerKey(context);
        return new PreparedTable<>(rows, new TableLedger(rows, key), PreparedTable.evidence(key), locks);
    }

    private static String ledgerKey(TwoPhaseCommitContext context) {
        return context.job() + "/" + context.resource();
    }

    private AppendedRows<T> rows(TwoPhaseCommitContext context) {
        try {
            return new AppendedRows<>(
                    table, key, TableClients.of(context.environment()).client().connect());
        } catch (DatabaseException e) {
            throw TableWriteAhead.failed(table, e);
        }
    }
}
