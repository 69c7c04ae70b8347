package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of the B3 workload: two partitions, 100-byte values, 100,000 keys. */
final class BenchTopics {
    static final int PARTITIONS = 2;
    static final int KEYS = 100_000;
    static final int VALUE_BYTES = 100;

    private final KafkaBroker broker;

    BenchTopics(KafkaBroker broker) {
        this.broker = broker;
    }

    void create(String topic) {
        broker.createTopic(topic, PARTITIONS);
    }

    static Properties properties(KafkaBroker broker) {
        var properties = new Properties();
        properties.putAll(broker.clientProperties());
        return properties;
    }

    static String key(long number) {
        return "key-" + ((number * 0x9E3779B97F4A7C15L) >>> 32) % KEYS;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    void fill(String topic, int records) {
        Properties properties = properties(broker);
        properties.put("linger.ms", "20");
        properties.put("batch.size", "131072");
        try (var producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            byte[] value = new byte[VALUE_BYTES];
            Arrays.fill(value, (byte) 'v');
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, i % PARTITIONS, key(i), value));
            }
        }
    }

    /** Drains a topic into a new one and checks that; returns thousands of records per second. */
    double drain(Contender contender, String in, String out, int records, Duration interval, Path folder)
            throws Exception {
        create(out);
        long begin = System.nanoTime();
        contender.run(broker.bootstrapServers(), in, out, records, interval, folder);
        double rate = records * 1e6 / (System.nanoTime() - begin);
        check(out, records);
        return rate;
    }

    /** Fails unless the topic has so many records and each key is counted 1, 2, 3 and so on. */
    void check(String topic, int records) {
        Properties properties = properties(broker);
        properties.put("isolation.level", "read_committed");
        Map<String, Long> counts = new HashMap<>();
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    long count = count(record.value());
                    if (count != counts.merge(record.key(), 1L, Long::sum)) {
                        throw new IllegalStateException(
                                "key " + record.key() + " has count " + count + " out of turn in " + topic);
                    }
                });
            }
        }
        long total = counts.values().stream().mapToLong(n -> n).sum();
        if (total != records) {
            throw new IllegalStateException(topic + " has " + total + " records instead of " + records);
        }
    }

    /** A value that begins with a count as text, padded to the workload's size. */
    static byte[] value(long count) {
        byte[] value = new byte[VALUE_BYTES];
        Arrays.fill(value, (byte) ' ');
        byte[] digits = Long.toString(count).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, value, 0, digits.length);
        return value;
    }

    private static long count(byte[] value) {
        return Long.parseLong(new String(value, StandardCharsets.US_ASCII).strip());
    }
}
