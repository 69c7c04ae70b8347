package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.RunOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The consumer of a B3 loop, and what its producers are set to. */
final class DrainClients implements AutoCloseable {
    private final RunOptions options;
    private final List<TopicPartition> partitions;
    final KafkaConsumer<String, byte[]> consumer;

    DrainClients(RunOptions options) {
        this.options = options;
        partitions = IntStream.range(0, Math.toIntExact(options.number("partitions")))
                .mapToObj(partition -> new TopicPartition(options.text("in"), partition))
                .toList();
        Properties properties = connection();
        properties.put("isolation.level", "read_committed");
        properties.put("group.id", options.text("out"));
        properties.put("enable.auto.commit", "false");
        properties.put("max.poll.records", "4000");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private Properties connection() {
        var properties = new Properties();
        properties.put("bootstrap.servers", options.text("bootstrap"));
        return properties;
    }

    KafkaProducer<String, byte[]> producer(String id, int lingerMs) {
        Properties properties = connection();
        properties.put("transactional.id", id);
        properties.put("linger.ms", Integer.toString(lingerMs));
        properties.put("batch.size", Integer.toString(128 << 10));
        properties.put("buffer.memory", Integer.toString(64 << 20));
        var producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    /** Goes to what was committed; returns the number of the commit that is named there, or 0. */
    long recover() {
        long commit = 0;
        consumer.assign(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset == null) {
                consumer.seekToBeginning(List.of(partition));
            } else {
                consumer.seek(partition, offset);
                commit = Long.parseLong(offset.metadata());
            }
        }
        return commit;
    }

    /** Where it is now, with the number of the commit. */
    Map<TopicPartition, OffsetAndMetadata> positions(long commit) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (TopicPartition partition : partitions) {
            positions.put(partition, new OffsetAndMetadata(consumer.position(partition), Long.toString(commit)));
        }
        return positions;
    }

    ConsumerGroupMetadata group() {
        return consumer.groupMetadata();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
