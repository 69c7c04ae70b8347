package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;

/**
 * Adds rows to a table of the simulated database after checkpoints in the place of another write-ahead sink, protected as that one is.
 *
 * @param instead the sink of the pipeline
 */
record StandInWriteAhead<T>(String table, KeyFunction<Object, Object> key, WriteAheadSink<T> instead)
        implements WriteAheadSink<T> {
    @Override
    public String description() {
        return TableOutside.TABLE + table;
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
    public Class<T> type() {
        return instead.type();
    }

    @Override
    public String resource() {
        return instead.resource();
    }

    @Override
    public Protection protection() {
        return instead.protection();
    }

    @Override
    public WriteAheadConnection<T> connect(WriteAheadContext context) {
        KeyFunction<T, Object> keyed = key::key;
        return new TableWriteAhead<>(table, type(), keyed, protection()).connect(context);
    }
}
