package io.staunch.kafka;

import io.staunch.kafka.port.ProducerPort;
import io.staunch.sink.SinkConnection;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes without transactions. Owned by the sink's agent; the first refusal is noted by the producer's thread. */
final class PlainConnection implements SinkConnection<ProducerRecord<byte[], byte[]>> {
    private final KafkaFaults faults;
    private final ProducerPort producer;
    private volatile RefusedWrite refused = RefusedWrite.NONE;

    PlainConnection(Cluster cluster) {
        this.faults = cluster.faults();
        this.producer = cluster.producer(SinkRules.DEFAULTS, Map.of("enable.idempotence", "true", "acks", "all"));
    }

    @Override
    public void write(ProducerRecord<byte[], byte[]> record) {
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

    @Override
    public void flush() {
        try {
            producer.flush();
        } catch (RuntimeException e) {
            throw faults.of(Act.WRITE, "", e);
        }
        refused.throwIfAny(faults);
    }

    @Override
    public void close() {
        producer.close();
    }
}
