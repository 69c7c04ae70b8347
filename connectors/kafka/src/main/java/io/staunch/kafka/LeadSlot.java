package io.staunch.kafka;

import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * One of the lead's transactional ids and its producer. Written and committed by one thread at a time; the first refused write is noted by
 * the producer's own thread.
 */
final class LeadSlot {
    private final String transactionalId;
    private final ProducerPort producer;
    private final KafkaFaults faults;
    private volatile RefusedWrite refused = RefusedWrite.NONE;

    LeadSlot(String transactionalId, ProducerPort producer, KafkaFaults faults) {
        this.transactionalId = transactionalId;
        this.producer = producer;
        this.faults = faults;
    }

    void fence() {
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            throw faults.of(Act.FENCE, transactionalId, e);
        }
    }

    void begin() {
        refused = RefusedWrite.NONE;
        try {
            producer.beginTransaction();
        } catch (RuntimeException e) {
            throw faults.of(Act.WRITE, "", e);
        }
    }

    void write(ProducerRecord<byte[], byte[]> record) {
        refused.throwIfAny(faults);
        try {
            producer.send(record, (metadata, error) -> {
                if (error != null && refused.why() == null) {
                    refused = new RefusedWrite(record.topic(), error);
                }
            });
        } catch (RuntimeException e) {
            throw faults.of(Act.WRITE, record.topic(), e);
        }
    }

    void flush() {
        try {
            producer.flush();
        } catch (RuntimeException e) {
            throw faults.of(Act.WRITE, "", e);
        }
        refused.throwIfAny(faults);
    }

    void commit() {
        try {
            producer.commitTransaction();
        } catch (RuntimeException e) {
            refused.throwIfAny(faults);
            throw faults.of(Act.COMMIT, transactionalId, e);
        }
    }

    void close() {
        producer.close(Duration.ZERO);
    }
}
