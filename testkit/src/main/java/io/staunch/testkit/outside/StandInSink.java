package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import org.jspecify.annotations.Nullable;

/**
 * A sink over the simulated log that writes as records come, in the place of another one.
 *
 * @param instead the sink of the pipeline
 */
record StandInSink(String topic, KeyFunction<Object, @Nullable Object> key, FlushingSink<?, ?> instead)
        implements FlushingSink<Object, LogEntry> {
    @Override
    public String description() {
        return LogOutside.TOPIC + topic;
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
    public SinkEncoder<Object, LogEntry> encoder(SinkContext context) {
        return (value, timestamp) -> new LogEntry(topic, key.key(value), value, timestamp);
    }

    @Override
    public SinkConnection<LogEntry> connect(SinkContext context) {
        return LogSink.connection(context.environment());
    }
}
