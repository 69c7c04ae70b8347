package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaCluster;
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

/** The brokers, in processes of their own with default settings, and the topics of B3. */
final class Topics implements AutoCloseable {
    private final KafkaCluster cluster;
    private final int partitions;

    private Topics(int brokers, int partitions) {
        this.cluster = KafkaCluster.start(brokers, BrokerSettings.defaults().withHeapMb(1024));
        this.partitions = partitions;
    }

    /** One broker, two partitions. */
    static Topics onOneBroker() {
        return new Topics(1, Values.PARTITIONS);
    }

    /** Three brokers, three copies of which two have to be in sync, 48 partitions. */
    static Topics onThreeBrokers() {
        return new Topics(3, 48);
    }

    String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    int partitions() {
        return partitions;
    }

    void create(String topic) {
        cluster.createTopic(topic, partitions);
    }

    /** What the brokers have used so far, in seconds. */
    double cpuSeconds() {
        return cluster.nodes().stream()
                        .mapToDouble(node -> ProcessHandle.of(node.pid())
                                .flatMap(process -> process.info().totalCpuDuration())
                                .orElse(Duration.ZERO)
                                .toMillis())
                        .sum()
                / 1e3;
    }

    /** Bytes of a topic's log, one copy of it. */
    double logBytes(String topic) throws InterruptedException, ExecutionException {
        long bytes = 0;
        try (Admin admin = cluster.admin()) {
            List<Integer> ids =
                    IntStream.rangeClosed(1, cluster.nodes().size()).boxed().toList();
            for (var folders :
                    admin.describeLogDirs(ids).allDescriptions().get().values()) {
                for (var folder : folders.values()) {
                    bytes += folder.replicaInfos().entrySet().stream()
                            .filter(replica -> replica.getKey().topic().equals(topic))
                            .mapToLong(replica -> replica.getValue().size())
                            .sum();
                }
            }
        }
        return (double) bytes / Math.min(3, cluster.nodes().size());
    }

    void delete(String topic) throws InterruptedException, ExecutionException {
        try (Admin admin = cluster.admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, partitions)
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
        properties.putAll(cluster.clientProperties());
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

    /** With the records of {@link io.staunch.verification.bench.run.NumberedRow}. */
    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    void fillNumbered(String topic, int records) {
        try (var producer = producer(20)) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, i % Values.PARTITIONS, Values.key(i), Values.numbered(i)));
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
        cluster.close();
    }
}
