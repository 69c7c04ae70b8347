package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import org.jspecify.annotations.Nullable;

/**
 * A lead over the simulated log in the place of another one.
 *
 * @param instead the sink of the pipeline
 */
record StandInLead(String topic, KeyFunction<Object, @Nullable Object> key, RereadSink<?, ?> instead)
        implements RereadSink<Object, LogEntry> {
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

    /** Its own, so that sinks of two resources are as wrong here as there. */
    @Override
    public String resourceKey() {
        return instead.resourceKey();
    }

    @Override
    public SinkEncoder<Object, LogEntry> encoder(SinkContext context) {
        return (value, timestamp) -> new LogEntry(topic, key.key(value), value, timestamp);
    }

    @Override
    public LeadConnection<LogEntry> connect(LeadContext context) {
        return new LogLeadConnection(context.job(), LogClients.of(context.environment()));
    }
}
