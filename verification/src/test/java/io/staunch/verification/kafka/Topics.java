package io.staunch.verification.kafka;

import io.staunch.Job;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Fills and reads topics with clients of their own, as an outsider would. */
final class Topics {
    private Topics() {}

    private static Properties properties(KafkaBroker broker) {
        var properties = new Properties();
        properties.putAll(broker.clientProperties());
        return properties;
    }

    /** Writes the numbers from 0, in turn to all partitions. */
    static void fill(KafkaBroker broker, String topic, int records) {
        fill(broker, topic, 0, records);
    }

    /** Writes so many numbers, in turn to all partitions. */
    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    static void fill(KafkaBroker broker, String topic, int from, int records) {
        try (var producer = new KafkaProducer<>(properties(broker), new StringSerializer(), new StringSerializer())) {
            int partitions = producer.partitionsFor(topic).size();
            for (int i = from; i < from + records; i++) {
                producer.send(new ProducerRecord<>(topic, i % partitions, null, Integer.toString(i)));
            }
        }
    }

    /** Everything that is committed now, partition by partition. */
    static List<String> committed(KafkaBroker broker, String topic) {
        try (KafkaConsumer<String, String> consumer = consumer(broker)) {
            List<TopicPartition> partitions = assign(consumer, topic);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<String> values = new ArrayList<>();
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }

    /** Returns when at least so many records are committed; throws what the job has failed with if it ends before. */
    static void awaitCommitted(KafkaBroker broker, String topic, int records, Job job) throws InterruptedException {
        try (KafkaConsumer<String, String> consumer = consumer(broker)) {
            assign(consumer, topic);
            int seen = 0;
            while (seen < records) {
                seen += consumer.poll(Duration.ofMillis(100)).count();
                if (job.await(Duration.ofNanos(1))) {
                    throw new IllegalStateException("the job has ended after " + seen + " records");
                }
            }
        }
    }

    /** Returns when as many records are committed to one topic as there are in the other. */
    static void awaitRead(KafkaBroker broker, String in, String out, Job job) throws InterruptedException {
        try (KafkaConsumer<String, String> consumer = consumer(broker)) {
            long all = consumer.endOffsets(assign(consumer, in)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            awaitCommitted(broker, out, (int) all, job);
        }
    }

    static KafkaConsumer<String, String> consumer(KafkaBroker broker) {
        Properties properties = properties(broker);
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    static List<TopicPartition> assign(KafkaConsumer<String, String> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        return partitions;
    }
}
