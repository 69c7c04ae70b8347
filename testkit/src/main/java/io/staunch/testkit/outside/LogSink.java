package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.Wire;
import java.util.ArrayDeque;

/**
 * Writes to a topic as records come, without transactions: at least once.
 *
 * @param topic its name
 * @param key of a record; decides about its partition
 */
public record LogSink<T>(String topic, KeyFunction<T, Object> key) implements FlushingSink<T, LogEntry> {
    @Override
    public String description() {
        return LogOutside.TOPIC + topic;
    }

    @Override
    public Offer offer() {
        return Offer.atLeastOnce("writes as records come: a replay writes again", "use LogLead");
    }

    @Override
    public SinkEncoder<T, LogEntry> encoder(SinkContext context) {
        return (value, timestamp) -> new LogEntry(topic, key.key(value), value, timestamp);
    }

    @Override
    public SinkConnection<LogEntry> connect(SinkContext context) {
        return connection(context.environment());
    }

    static SinkConnection<LogEntry> connection(Environment environment) {
        LogClients clients = LogClients.of(environment);
        return new Connection(clients, clients.wire(), new ArrayDeque<>());
    }

    /** Keeps records back until a flush, or until there are many. */
    private record Connection(LogClients clients, Wire wire, ArrayDeque<LogEntry> buffer)
            implements SinkConnection<LogEntry> {
        @Override
        public void write(LogEntry record) {
            clients.process().requireAlive();
            buffer.add(record);
            if (clients.chance().happens(0.05)) {
                flush();
            }
        }

        @Override
        public void flush() {
            while (!buffer.isEmpty()) {
                LogEntry record = buffer.remove();
                try {
                    wire.call(
                            "log.append",
                            () -> clients.log().append(record.partition(clients.log()), record.payload(), null));
                } catch (LogException e) {
                    throw new StaunchException(
                            "the log has refused it: " + e.getMessage(), Remedy.RESTART_FROM_CHECKPOINT, e);
                }
            }
        }

        @Override
        public void close() {
            buffer.clear();
        }
    }
}
