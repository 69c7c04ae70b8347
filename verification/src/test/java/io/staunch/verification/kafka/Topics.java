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

/** Fills and reads topics with clients of their own, as an outsider with every right would. */
final class Topics {
    private Topics() {}

    /** Says whether what writes to a topic has ended; throws what it has failed with. */
    interface Ended {
        boolean ended() throws InterruptedException;
    }

    private static Properties properties(KafkaBroker broker) {
        var properties = new Properties();
        properties.putAll(broker.adminProperties());
        return properties;
    }

    /** Writes the numbers from 0, in turn to all partitions. */
    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    static void fill(KafkaBroker broker, String topic, int records) {
        try (var producer = new KafkaProducer<>(properties(broker), new StringSerializer(), new StringSerializer())) {
            int partitions = producer.partitionsFor(topic).size();
            for (int i = 0; i < records; i++) {
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
        awaitCommitted(broker, topic, records, () -> job.await(Duration.ofNanos(1)));
    }

    /** Returns when at least so many records are committed. */
    static void awaitCommitted(KafkaBroker broker, String topic, int records, Ended job) throws InterruptedException {
        try (KafkaConsumer<String, String> consumer = consumer(broker)) {
            assign(consumer, topic);
            int seen = 0;
            while (seen < records) {
                seen += consumer.poll(Duration.ofMillis(100)).count();
                if (job.ended()) {
                    throw new IllegalStateException("the job has ended after " + seen + " records");
                }
            }
        }
    }

    private static KafkaConsumer<String, String> consumer(KafkaBroker broker) {
        Properties properties = properties(broker);
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    private static List<TopicPartition> assign(KafkaConsumer<String, String> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        return partitions;
    }
}
