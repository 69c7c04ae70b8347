package io.staunch.kafka.wire;

import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A real producer. */
final class ProducerOverTheWire implements ProducerPort {
    private final Producer<byte[], byte[]> producer;

    ProducerOverTheWire(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    @Override
    public void initTransactions() {
        producer.initTransactions();
    }

    @Override
    public void beginTransaction() {
        producer.beginTransaction();
    }

    /** The callback hears of everything that the future would tell. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        producer.send(record, callback);
    }

    @Override
    public void flush() {
        producer.flush();
    }

    @Override
    public void commitTransaction() {
        producer.commitTransaction();
    }

    @Override
    public int partitions(String topic) {
        return producer.partitionsFor(topic).size();
    }

    @Override
    public void close(Duration timeout) {
        producer.close(timeout);
    }
}
