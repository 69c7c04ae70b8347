package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes the input into its topic, in the order of its numbers. */
final class Loader implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final Input.Json json = new Input.Json();
    private final Input input;
    private final int partitions;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** @param client how to reach the broker */
    Loader(Map<String, Object> client, Input input, int partitions) {
        this.input = input;
        this.partitions = partitions;
        client.put(ProducerConfig.ACKS_CONFIG, "all");
        client.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        client.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        producer = new KafkaProducer<>(client, new StringSerializer(), new ByteArraySerializer());
    }

    /** Writes the records with the numbers {@code from} to {@code to}; they are in the topic when this returns. */
    void load(int from, int to, IntConsumer progress) {
        for (int number = from; number <= to && failure.get() == null; number++) {
            Input.Entry entry = input.entry(number, partitions);
            var unused = producer.send(
                    new ProducerRecord<>(input.topic(), entry.partition(), entry.key(), json.bytes(entry.value())),
                    this::sent);
            if (number % 1_000 == 0) {
                progress.accept(number);
            }
        }
        producer.flush();
        Exception failed = failure.get();
        if (failed != null) {
            throw new CommandFailure(
                    "the " + input.plural() + " can't be written to topic '" + input.topic() + "': " + failed, failed);
        }
        progress.accept(to);
    }

    /** Called by the producer's thread. */
    private void sent(RecordMetadata where, @Nullable Exception e) {
        if (e != null) {
            failure.compareAndSet(null, e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
