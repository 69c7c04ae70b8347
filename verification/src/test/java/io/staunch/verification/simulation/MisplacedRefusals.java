package io.staunch.verification.simulation;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Kafka clients whose producers blame the record before the one that was refused. */
record MisplacedRefusals(KafkaClients clients) implements KafkaClients {
    @Override
    public AdminPort admin(ClientSettings settings) {
        return clients.admin(settings);
    }

    @Override
    public ProducerPort producer(ClientSettings settings) {
        return new Producer(clients.producer(settings));
    }

    @Override
    public ConsumerPort consumer(ClientSettings settings) {
        return clients.consumer(settings);
    }

    private static final class Producer implements ProducerPort {
        private final ProducerPort producer;
        private @Nullable Callback last;

        Producer(ProducerPort producer) {
            this.producer = producer;
        }

        @Override
        public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            Callback before = last;
            last = callback;
            producer.send(record, (metadata, why) -> {
                if (before != null && why instanceof RecordTooLargeException) {
                    before.onCompletion(metadata, why);
                    callback.onCompletion(metadata, new KafkaException("another one"));
                } else {
                    callback.onCompletion(metadata, why);
                }
            });
        }

        @Override
        public void initTransactions() {
            producer.initTransactions();
        }

        @Override
        public void beginTransaction() {
            producer.beginTransaction();
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
            return producer.partitions(topic);
        }

        @Override
        public void close(Duration timeout) {
            producer.close(timeout);
        }
    }
}
