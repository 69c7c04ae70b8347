package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts what is committed to a topic. Used by one thread. */
final class CommittedCount implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private long count;

    CommittedCount(KafkaBroker broker, String topic) {
        var properties = BenchTopics.properties(broker);
        properties.put("isolation.level", "read_committed");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        properties.put("max.poll.records", "50000");
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    long count() {
        return count;
    }

    /** Counts all that is committed now. */
    void toTheEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
            poll();
        }
    }

    /** Returns when there is more, or fails if the writer ends before. */
    void awaitMoreThan(long records, Process writer) {
        while (count <= records) {
            boolean over = !writer.isAlive();
            poll();
            if (over && count <= records) {
                toTheEnd();
                if (count <= records) {
                    throw new IllegalStateException("the writer has ended, with " + count + " records committed");
                }
            }
        }
    }

    private void poll() {
        count += consumer.poll(Duration.ofMillis(50)).count();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
