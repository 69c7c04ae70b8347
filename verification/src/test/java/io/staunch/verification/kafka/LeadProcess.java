package io.staunch.verification.kafka;

import io.staunch.environment.Environment;
import io.staunch.kafka.EncodedRecord;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** One process of a job, as far as its transactions and its ledger are concerned: it writes text to {@code <job>-out}. */
final class LeadProcess implements AutoCloseable {
    private static final UUID LINEAGE = new UUID(9, 9);

    private final String job;
    private final LeadConnection<EncodedRecord> connection;
    private final SinkEncoder<String, EncodedRecord> encoder;
    private Owner owner = owner(1);

    LeadProcess(KafkaBroker broker, String job) {
        this(broker, job, new LocalEnvironment());
    }

    LeadProcess(KafkaBroker broker, String job, Environment world) {
        this.job = job;
        KafkaSink<String> sink =
                KafkaSink.strings().bootstrapServers(broker.bootstrapServers()).topic(CountingJob.out(job));
        connection = sink.connect(
                new LeadContext(job, List.of(sink), world, Duration.ofMillis(100), Duration.ofSeconds(20)));
        encoder = sink.encoder(new SinkContext(job, "out", owner, world));
    }

    private static Owner owner(int epoch) {
        return new Owner(new UUID(1, epoch), epoch, LINEAGE);
    }

    LeadConnection<EncodedRecord> connection() {
        return connection;
    }

    /** All that a start does with the lead; what the ledger held. */
    LedgerView start(int epoch) throws Exception {
        connection.peek();
        connection.fence();
        LedgerView found = connection.read();
        owner = owner(epoch);
        connection.own(owner);
        return found;
    }

    /** Begins a transaction and has its record acknowledged. */
    void open(int slot, String record) throws Exception {
        connection.begin(slot);
        EncodedRecord encoded = encoder.encode(record, Long.MIN_VALUE);
        if (encoded == null) {
            throw new IllegalStateException("nothing was encoded for " + record);
        }
        connection.write(slot, encoded);
        connection.flush(slot);
    }

    void commit(int slot, long checkpoint) throws Exception {
        connection.commit(slot, entry(checkpoint));
    }

    /** A whole transaction of one record. */
    void interval(int slot, long checkpoint, String record) throws Exception {
        open(slot, record);
        commit(slot, checkpoint);
    }

    /** That this process has committed a checkpoint. */
    LedgerEntry entry(long checkpoint) {
        return new LedgerEntry(job, connection.resource(), checkpoint, owner);
    }

    @Override
    public void close() {
        connection.close();
    }
}
