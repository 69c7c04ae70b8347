package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** B3 as one would write it by hand, the plain way: one consumer, one transactional producer, state copied to a file at each commit. */
final class LoopDrain {
    private LoopDrain() {}

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails if a record of it was refused
    static void run(KafkaBroker broker, String in, String out, int records, Duration interval) throws IOException {
        Properties forConsumer = BenchTopics.properties(broker);
        forConsumer.put("isolation.level", "read_committed");
        forConsumer.put("group.id", out);
        forConsumer.put("enable.auto.commit", "false");
        forConsumer.put("max.poll.records", "4000");
        forConsumer.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        Properties forProducer = BenchTopics.properties(broker);
        forProducer.put("transactional.id", out);
        forProducer.put("linger.ms", "5");
        forProducer.put("batch.size", Integer.toString(128 << 10));
        forProducer.put("buffer.memory", Integer.toString(64 << 20));
        Map<String, long[]> counts = new HashMap<>();
        Path state = Files.createTempFile("loop", "state");
        try (var consumer = new KafkaConsumer<>(forConsumer, new StringDeserializer(), new ByteArrayDeserializer());
                var producer = new KafkaProducer<>(forProducer, new StringSerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            List<TopicPartition> all = List.of(new TopicPartition(in, 0), new TopicPartition(in, 1));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            producer.beginTransaction();
            long next = System.nanoTime() + interval.toNanos();
            int seen = 0;
            while (seen < records) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    long count = ++counts.computeIfAbsent(record.key(), key -> new long[1])[0];
                    producer.send(new ProducerRecord<>(out, record.key(), BenchTopics.value(count)));
                    seen++;
                }
                if (System.nanoTime() >= next || seen == records) {
                    copy(counts, state);
                    producer.sendOffsetsToTransaction(positions(consumer, all), consumer.groupMetadata());
                    producer.commitTransaction();
                    producer.beginTransaction();
                    next = System.nanoTime() + interval.toNanos();
                }
            }
        } finally {
            Files.delete(state);
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> positions(
            KafkaConsumer<String, byte[]> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        partitions.forEach(p -> positions.put(p, new OffsetAndMetadata(consumer.position(p))));
        return positions;
    }

    private static void copy(Map<String, long[]> counts, Path file) throws IOException {
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            for (var entry : counts.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeLong(entry.getValue()[0]);
            }
        }
    }
}
