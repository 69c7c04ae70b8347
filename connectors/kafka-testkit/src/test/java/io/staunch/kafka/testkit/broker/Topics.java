package io.staunch.kafka.testkit.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writing to and reading from topics, all at once. */
final class Topics {
    private Topics() {}

    static KafkaProducer<String, String> producer(Map<String, Object> properties) {
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    static KafkaConsumer<String, String> consumer(Map<String, Object> properties) {
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    /** Returns when all values are acknowledged. */
    static void write(Map<String, Object> properties, String topic, String... values)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<String, String> producer = producer(properties)) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, value)).get();
            }
        }
    }

    /** Returns all values up to the present end, without a group. */
    static List<String> read(Map<String, Object> properties, String topic, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer(properties)) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<String, String> message : consumer.poll(Duration.ofMillis(100))) {
                    values.add(message.value());
                }
            }
        }
        return values;
    }
}
