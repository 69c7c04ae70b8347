package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.Values;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The broker, in a process of its own with default settings, and the topics of B3. */
final class Topics implements AutoCloseable {
    private final KafkaBroker broker =
            KafkaBroker.start(BrokerSettings.defaults().withHeapMb(1024));

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    void create(String topic) {
        broker.createTopic(topic, Values.PARTITIONS);
    }

    void delete(String topic) throws InterruptedException, ExecutionException {
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, Values.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    KafkaProducer<String, byte[]> producer(int lingerMs) {
        Properties properties = properties();
        properties.put("linger.ms", Integer.toString(lingerMs));
        properties.put("batch.size", "131072");
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    /** A consumer of what is committed, from the beginning of a topic. */
    KafkaConsumer<String, byte[]> committed(String topic) {
        Properties properties = properties();
        properties.put("isolation.level", "read_committed");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        properties.put("max.poll.records", "10000");
        var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
        consumer.assign(partitions(topic));
        consumer.seekToBeginning(partitions(topic));
        return consumer;
    }

    private Properties properties() {
        var properties = new Properties();
        properties.putAll(broker.clientProperties());
        return properties;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    void fill(String topic, int records) {
        try (var producer = producer(20)) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, Values.key(i), Values.made(System.nanoTime())));
            }
        }
    }

    /** One record. */
    void send(String topic, String key, byte[] value) throws InterruptedException, ExecutionException {
        try (var producer = producer(0)) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        }
    }

    /** Whether a topic holds so many committed records, with each key counted 1, 2, 3 and so on; if not, what is wrong. */
    String check(String topic, long records) {
        Map<String, Long> counts = new HashMap<>();
        long total = 0;
        long outOfTurn = 0;
        try (var consumer = committed(topic)) {
            List<TopicPartition> all = partitions(topic);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    long count = Values.count(record.value());
                    total++;
                    if (count != counts.merge(record.key(), 1L, Long::sum)) {
                        outOfTurn++;
                    }
                }
            }
        }
        if (total != records) {
            return "NOT EXACT: " + total + " records instead of " + records;
        }
        return outOfTurn == 0 ? Run.EXACT : "NOT EXACT: " + outOfTurn + " counts out of turn";
    }

    @Override
    public void close() {
        broker.close();
    }
}
