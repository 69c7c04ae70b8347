package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** One process of a job, as far as its lead is concerned. */
final class LeadInstance implements AutoCloseable {
    private static final UUID LINEAGE = new UUID(9, 9);

    private final String job;
    private final LeadConnection<Object> connection;
    private final SinkEncoder<String, Object> encoder;
    private int epoch;
    private long records;

    @SuppressWarnings("unchecked") // the connection takes what the encoder of the same sink makes
    LeadInstance(RereadSink<String, ?> sink, String job, Environment environment) {
        var typed = (RereadSink<String, Object>) sink;
        this.job = job;
        connection = typed.connect(
                new LeadContext(job, List.of(typed), environment, Duration.ofMillis(100), Duration.ofSeconds(20)));
        encoder = typed.encoder(new SinkContext(job, "out", owner(1), environment));
    }

    static Owner owner(int epoch) {
        return new Owner(new UUID(1, epoch), epoch, LINEAGE);
    }

    LeadConnection<Object> connection() {
        return connection;
    }

    LedgerView peek() throws Exception {
        return connection.peek();
    }

    /** What a start does before it decides: look, fence, and read the ledger. */
    LedgerView start() throws Exception {
        LedgerView seen = connection.peek();
        connection.fence();
        LedgerView view = connection.read();
        assertEquals(seen.identity(), view.identity(), "identity of the ledger");
        return view;
    }

    void own(int asEpoch) throws Exception {
        connection.own(owner(asEpoch));
        epoch = asEpoch;
    }

    void begin(int slot) throws Exception {
        connection.begin(slot);
    }

    void write(int slot, String record) throws Exception {
        Object encoded = encoder.encode(record, Long.MIN_VALUE);
        assertTrue(encoded != null, () -> "nothing was encoded for " + record);
        connection.write(slot, encoded, 0, records++);
    }

    void flush(int slot) throws Exception {
        connection.flush(slot);
    }

    void commit(int slot, long checkpoint) throws Exception {
        connection.commit(slot, entry(checkpoint));
    }

    /** A whole interval: begun, written, flushed and committed. */
    void interval(int slot, long checkpoint, String... records) throws Exception {
        begin(slot);
        for (String record : records) {
            write(slot, record);
        }
        flush(slot);
        commit(slot, checkpoint);
    }

    /** That this instance has committed a checkpoint. */
    LedgerEntry entry(long checkpoint) {
        return new LedgerEntry(job, connection.resource(), checkpoint, owner(epoch));
    }

    @Override
    public void close() {
        connection.close();
    }
}
