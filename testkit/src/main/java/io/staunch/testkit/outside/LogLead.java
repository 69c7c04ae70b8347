package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;

/**
 * Writes to a topic in the transactions of checkpoints, with a commit ledger in the same log.
 *
 * @param topic its name
 * @param key of a record; decides about its partition
 */
public record LogLead<T>(String topic, KeyFunction<T, Object> key) implements RereadSink<T, LogEntry> {
    @Override
    public String description() {
        return LogOutside.TOPIC + topic;
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("a transaction for each checkpoint, with a commit ledger");
    }

    @Override
    public String resourceKey() {
        return "simulated log";
    }

    @Override
    public SinkEncoder<T, LogEntry> encoder(SinkContext context) {
        return (value, timestamp) -> new LogEntry(topic, key.key(value), value, timestamp);
    }

    @Override
    public LeadConnection<LogEntry> connect(LeadContext context) {
        return new LogLeadConnection(context.job(), LogClients.of(context.environment()));
    }
}
