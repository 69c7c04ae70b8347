package io.staunch.kafka.testkit.real;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.testkit.simulation.oracle.Output;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the committed records of a topic from its beginning, as somebody does who has nothing to do with the job. Owned by one thread. */
final class CommittedReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final Consumer<Output> into;

    CommittedReader(KafkaBroker broker, String topic, Consumer<Output> into) {
        this.into = into;
        Map<String, Object> properties = broker.clientProperties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        partitions = consumer.partitionsFor(topic).stream()
                .map(p -> new TopicPartition(topic, p.partition()))
                .toList();
        consumer.assign(partitions);
    }

    /** Hands over what is there now. */
    void read() {
        consumer.poll(Duration.ofMillis(10))
                .forEach(record -> into.accept(
                        new Output(record.partition(), text(record.key()), String.valueOf(text(record.value())))));
    }

    /** Hands over what is left. For when nobody writes there any more. */
    void readToTheEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
            read();
        }
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
