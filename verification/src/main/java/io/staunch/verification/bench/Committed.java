package io.staunch.verification.bench;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a topic is committed, looked at from outside, without reading it: the sum of the offsets up to which a read_committed consumer may
 * read. Commit markers count as well, two for each transaction; that is a thousandth at most.
 */
final class Committed implements AutoCloseable {
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<TopicPartition> partitions;

    Committed(Topics topics, String topic) {
        this.consumer = topics.committed(topic);
        this.partitions = topics.partitions(topic);
    }

    long offsets() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return ends.values().stream().mapToLong(n -> n).sum();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
