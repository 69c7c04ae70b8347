package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;

/**
 * Writes rows by key into a table of the simulated database as records come.
 *
 * @param table its name
 * @param key of a record
 * @param rejectsStaleWriters whether each write looks, in its own transaction, whether this attempt is still the table's writer
 */
public record TableUpsert<T>(String table, KeyFunction<T, Object> key, boolean rejectsStaleWriters)
        implements IdempotentSink<T, TableRow> {
    /** One that rejects stale writers. */
    public TableUpsert(String table, KeyFunction<T, Object> key) {
        this(table, key, true);
    }

    @Override
    public String description() {
        return TableOutside.TABLE + table;
    }

    @Override
    public SinkEncoder<T, TableRow> encoder(SinkContext context) {
        return (value, timestamp) -> new TableRow(key.key(value), value);
    }

    @Override
    public SinkConnection<TableRow> connect(SinkContext context, WriterCheck check) {
        return new TableConnection(
                table,
                TableClients.of(context.environment()),
                new UpsertStatements(table, context.owner(), rejectsStaleWriters ? check : null));
    }
}
