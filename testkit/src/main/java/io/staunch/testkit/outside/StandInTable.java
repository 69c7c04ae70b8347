package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;

/**
 * Writes by key into a table of the simulated database in the place of another idempotent sink, and rejects stale writers as that one says it
 * does.
 *
 * @param instead the sink of the pipeline
 */
record StandInTable(String table, KeyFunction<Object, Object> key, IdempotentSink<?, ?> instead)
        implements IdempotentSink<Object, TableRow> {
    private TableUpsert<Object> upsert() {
        return new TableUpsert<>(table, key, rejectsStaleWriters());
    }

    @Override
    public String description() {
        return upsert().description();
    }

    @Override
    public boolean rejectsStaleWriters() {
        return instead.rejectsStaleWriters();
    }

    @Override
    public Offer offer() {
        return instead.offer();
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return instead.onRefusedRecord();
    }

    @Override
    public SinkEncoder<Object, TableRow> encoder(SinkContext context) {
        return upsert().encoder(context);
    }

    @Override
    public SinkConnection<TableRow> connect(SinkContext context, WriterCheck check) {
        return upsert().connect(context, check);
    }
}
