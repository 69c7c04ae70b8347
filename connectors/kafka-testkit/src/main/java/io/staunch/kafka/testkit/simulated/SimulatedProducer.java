package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.ProducerPort;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.ProducerIdentity;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A producer. Records wait in its buffer until its sending agent, or a flush, has them appended, in the order in which they were sent;
 * another producer's records may overtake them meanwhile, and a crash loses them. Once its transaction is lost, every call says so.
 */
final class SimulatedProducer implements ProducerPort {
    private final SimulatedLog log;
    private final Wire wire;
    private final ProducerOptions options;
    private final SendBuffer buffer;
    private @Nullable ProducerIdentity identity;
    private boolean inTransaction;
    private boolean wrote;
    private boolean closed;

    SimulatedProducer(SimulatedLog log, Wire wire, ProducerOptions options) {
        this.log = log;
        this.wire = wire;
        this.options = options;
        buffer = new SendBuffer(log, wire, options.transactionalId());
    }

    @Override
    public void initTransactions() {
        String id = options.transactionalId();
        if (id == null || identity != null) {
            throw new IllegalStateException("initTransactions is called once, of a producer with a transactional.id");
        }
        became(orFail(() -> wire.call("kafka.init", () -> {
            log.requireBack();
            return log.coordinator().init(id, options.transactionTimeoutMs());
        })));
    }

    @Override
    public void beginTransaction() {
        requireUsable();
        if (identity == null || inTransaction) {
            throw new IllegalStateException("a transaction can't begin before initTransactions, or in another one");
        }
        inTransaction = true;
        wrote = false;
    }

    @Override
    public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        requireUsable();
        if (options.transactionalId() != null && !inTransaction) {
            throw new IllegalStateException("a record was sent outside a transaction");
        }
        int size = length(record.key()) + length(record.value());
        if (size > options.maxRequestSize()) {
            var tooLarge = new RecordTooLargeException("the record has " + size + " bytes, more than max.request.size");
            buffer.fail(tooLarge);
            callback.onCompletion(null, tooLarge);
            return;
        }
        int partition = partition(record);
        Long given = record.timestamp();
        long timestamp = given == null ? wire.process().environment().currentTimeMs() : given;
        wrote = true;
        buffer.add(new SendBuffer.Pending(
                log.partition(record.topic(), partition),
                new TopicPartition(record.topic(), partition),
                new Payload(record.key(), record.value(), record.headers(), timestamp),
                callback));
    }

    @Override
    public void flush() {
        wire.process().before("kafka.flush");
        buffer.flush();
        wire.process().after("kafka.flush");
    }

    @Override
    public void commitTransaction() {
        requireUsable();
        if (!inTransaction) {
            throw new IllegalStateException("there is no transaction to commit");
        }
        buffer.flush();
        requireUsable();
        ProducerIdentity before = required();
        if (wrote) {
            became(orFail(() -> wire.call("kafka.commit", () -> end(before, true))));
        }
        inTransaction = false;
    }

    @Override
    public int partitions(String topic) {
        requireUsable();
        return KafkaErrors.translated(() -> wire.patiently("kafka.metadata", () -> topic(topic)))
                .partitions()
                .size();
    }

    @Override
    public void close(Duration timeout) {
        if (closed) {
            return;
        }
        closed = true;
        buffer.close();
        if (!timeout.isZero()
                && inTransaction
                && buffer.failure() == null
                && wire.process().alive()) {
            ProducerIdentity last = required();
            wire.later(0, () -> end(last, false));
        }
    }

    private ProducerIdentity end(ProducerIdentity producer, boolean commit) {
        log.requireBack();
        return log.coordinator().end(producer, commit);
    }

    private LogTopic topic(String name) {
        log.requireBack();
        LogTopic found = log.find(name);
        if (found == null) {
            throw new TimeoutException("simulated: topic " + name + " not present in metadata after max.block.ms");
        }
        return found;
    }

    private int partition(ProducerRecord<byte[], byte[]> record) {
        Integer given = record.partition();
        if (given != null) {
            return given;
        }
        int count = partitions(record.topic());
        byte[] key = record.key();
        return key == null ? wire.chance().below(count) : (Arrays.hashCode(key) & Integer.MAX_VALUE) % count;
    }

    private void became(ProducerIdentity next) {
        identity = next;
        buffer.identity(next);
    }

    private ProducerIdentity orFail(Supplier<ProducerIdentity> call) {
        try {
            return KafkaErrors.translated(call);
        } catch (KafkaException e) {
            buffer.fail(e);
            throw e;
        }
    }

    private ProducerIdentity required() {
        if (identity == null) {
            throw new IllegalStateException("initTransactions was not called");
        }
        return identity;
    }

    /** Kafka's producer throws a fence again as it is, and anything else as the cause of what it throws. */
    private void requireUsable() {
        wire.process().requireAlive();
        if (closed) {
            throw new IllegalStateException("the producer was closed");
        }
        KafkaException failure = buffer.failure();
        if (failure instanceof ProducerFencedException || failure instanceof InvalidProducerEpochException) {
            throw failure;
        }
        if (failure != null) {
            throw new KafkaException("the producer can't go on after an error", failure);
        }
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
