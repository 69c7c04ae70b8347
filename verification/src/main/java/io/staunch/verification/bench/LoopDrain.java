package io.staunch.verification.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * B3 as one would write it by hand, the plain way: one consumer, one transactional producer, a blocking commit, state copied to a new file
 * (without a sync) before each commit. The offsets that are committed with the output name the file, so that a restart finds the state that
 * belongs to them.
 */
final class LoopDrain {
    private final String in;
    private final String out;
    private final Path folder;
    private final List<TopicPartition> partitions;
    private final KafkaConsumer<String, byte[]> consumer;
    private final KafkaProducer<String, byte[]> producer;
    private final Map<String, long[]> counts = new HashMap<>();
    private long commits;

    private LoopDrain(
            String in,
            String out,
            Path folder,
            KafkaConsumer<String, byte[]> consumer,
            KafkaProducer<String, byte[]> producer) {
        this.in = in;
        this.out = out;
        this.folder = folder;
        this.consumer = consumer;
        this.producer = producer;
        partitions = List.of(new TopicPartition(in, 0), new TopicPartition(in, 1));
    }

    /** Counts one topic into another, from where it was before, and returns when so many records are committed in all. */
    static void run(String bootstrapServers, String in, String out, int records, Duration interval, Path folder)
            throws IOException {
        try (var consumer = new KafkaConsumer<>(
                        consumerProperties(bootstrapServers, out),
                        new StringDeserializer(),
                        new ByteArrayDeserializer());
                var producer = new KafkaProducer<>(
                        producerProperties(bootstrapServers, out), new StringSerializer(), new ByteArraySerializer())) {
            var loop = new LoopDrain(in, out, folder, consumer, producer);
            loop.work(records - loop.recover(), interval);
        }
    }

    private static Properties consumerProperties(String bootstrapServers, String group) {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("isolation.level", "read_committed");
        properties.put("group.id", group);
        properties.put("enable.auto.commit", "false");
        properties.put("max.poll.records", "4000");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        return properties;
    }

    private static Properties producerProperties(String bootstrapServers, String id) {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("transactional.id", id);
        properties.put("linger.ms", "5");
        properties.put("batch.size", Integer.toString(128 << 10));
        properties.put("buffer.memory", Integer.toString(64 << 20));
        return properties;
    }

    /** Fences, goes to the committed offsets, loads the state that they name; returns how many records it holds. */
    private long recover() throws IOException {
        producer.initTransactions();
        consumer.assign(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(partitions));
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset == null) {
                consumer.seekToBeginning(List.of(partition));
            } else {
                consumer.seek(partition, offset);
                commits = Long.parseLong(offset.metadata());
            }
        }
        if (commits > 0) {
            load();
        }
        return counts.values().stream().mapToLong(count -> count[0]).sum();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails if a record of it was refused
    private void work(long records, Duration interval) throws IOException {
        producer.beginTransaction();
        long next = System.nanoTime() + interval.toNanos();
        long seen = 0;
        while (seen < records) {
            for (var record : consumer.poll(Duration.ofMillis(100))) {
                long count = ++counts.computeIfAbsent(record.key(), key -> new long[1])[0];
                producer.send(new ProducerRecord<>(out, record.key(), BenchTopics.value(count)));
                seen++;
            }
            if (System.nanoTime() >= next || seen == records) {
                commit();
                if (seen < records) {
                    producer.beginTransaction();
                }
                next = System.nanoTime() + interval.toNanos();
            }
        }
    }

    private void commit() throws IOException {
        commits++;
        copy();
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (TopicPartition partition : partitions) {
            positions.put(partition, new OffsetAndMetadata(consumer.position(partition), Long.toString(commits)));
        }
        producer.sendOffsetsToTransaction(positions, consumer.groupMetadata());
        producer.commitTransaction();
        Files.deleteIfExists(file(commits - 1));
    }

    private Path file(long commit) {
        return folder.resolve(in + "-" + commit);
    }

    private void copy() throws IOException {
        try (var file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(commits)), 1 << 16))) {
            file.writeInt(counts.size());
            for (var entry : counts.entrySet()) {
                file.writeUTF(entry.getKey());
                file.writeLong(entry.getValue()[0]);
            }
        }
    }

    private void load() throws IOException {
        try (var file = new DataInputStream(new BufferedInputStream(Files.newInputStream(file(commits)), 1 << 16))) {
            int size = file.readInt();
            for (int i = 0; i < size; i++) {
                counts.put(file.readUTF(), new long[] {file.readLong()});
            }
        }
    }
}
