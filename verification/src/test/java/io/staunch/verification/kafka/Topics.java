package io.staunch.verification.kafka;

import io.staunch.Job;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
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
    static void fill(KafkaBroker broker, String topic, int records) {
        fill(broker, topic, 0, records);
    }

    /** Writes so many numbers, in turn to all partitions. */
    static void fill(KafkaBroker broker, String topic, int from, int records) {
        send(broker, producer -> {
            int partitions = producer.partitionsFor(topic).size();
            return IntStream.range(from, from + records)
                    .mapToObj(
                            i -> new ProducerRecord<String, String>(topic, i % partitions, null, Integer.toString(i)));
        });
    }

    /** Writes these values to one partition. */
    static void append(KafkaBroker broker, String topic, int partition, List<String> values) {
        send(
                broker,
                producer -> values.stream()
                        .map(value -> new ProducerRecord<String, String>(topic, partition, null, value)));
    }

    /** All of it is in the topics when this returns. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    private static void send(
            KafkaBroker broker, Function<Producer<String, String>, Stream<ProducerRecord<String, String>>> records) {
        Properties oneAtATime = properties(broker);
        // With more of them the first batch of a producer can be lost for good while a partition gets another leader.
        oneAtATime.put("max.in.flight.requests.per.connection", "1");
        var failed = new AtomicReference<Exception>();
        try (var producer = new KafkaProducer<>(oneAtATime, new StringSerializer(), new StringSerializer())) {
            records.apply(producer)
                    .forEach(record -> producer.send(record, (written, why) -> failed.compareAndSet(null, why)));
        }
        if (failed.get() != null) {
            throw new IllegalStateException("not all records could be written", failed.get());
        }
    }

    /** Gives a topic more partitions. */
    static void grow(KafkaBroker broker, String topic, int partitions) {
        change(
                broker,
                admin -> admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                        .all());
    }

    /** Deletes the oldest records of a partition. */
    static void deleteRecords(KafkaBroker broker, String topic, int partition, int records) {
        change(
                broker,
                admin -> admin.deleteRecords(
                                Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(records)))
                        .all());
    }

    /** Deletes topics. What the broker still shows of them for a moment is waited for. */
    static void delete(KafkaBroker broker, Set<String> topics) {
        change(broker, admin -> admin.deleteTopics(topics).all());
        try (Admin admin = broker.admin()) {
            var deadline = new Deadline();
            while (!Collections.disjoint(get(admin.listTopics().names()), topics)) {
                deadline.check(() -> "topics " + topics + " to be gone from the broker's list after their deletion");
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Deletes all topics but the broker's own. */
    static void deleteAll(KafkaBroker broker) {
        try (Admin admin = broker.admin()) {
            delete(broker, get(admin.listTopics().names()));
        }
    }

    /** Makes a topic of one partition with settings of its own. */
    static void create(KafkaBroker broker, String topic, Map<String, String> config) {
        broker.createTopic(topic, 1, config);
    }

    /** Makes another topic of the same name. */
    static void remake(KafkaBroker broker, String topic, int partitions) {
        delete(broker, Set.of(topic));
        broker.createTopic(topic, partitions);
    }

    /** What is noted for a consumer group. */
    static List<String> groupOffsets(KafkaBroker broker, String group) {
        try (Admin admin = broker.admin()) {
            return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet().stream()
                    .map(each -> each.getKey() + " at " + each.getValue())
                    .toList();
        }
    }

    private static void change(KafkaBroker broker, Function<Admin, KafkaFuture<Void>> change) {
        try (Admin admin = broker.admin()) {
            var unused = get(change.apply(admin));
        }
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything that is committed now, partition by partition. */
    static List<String> committed(KafkaBroker broker, String topic) {
        try (KafkaConsumer<String, String> consumer = consumer(broker)) {
            List<TopicPartition> partitions = assign(consumer, topic);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<String> values = new ArrayList<>();
            var deadline = new Deadline();
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                deadline.check(() -> "all committed records of " + topic + " up to " + ends + "; has read "
                        + values.size() + ": an open transaction may hold them back");
            }
            return values;
        }
    }

    /** The checkpoints that are entered in a job's ledger, in the order of the topic; those that compaction has removed are missing. */
    static List<Long> ledgerEntries(KafkaBroker broker, String job) {
        return committed(broker, "staunch-ledger-" + job).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("committed="))
                .map(line -> Long.valueOf(line.substring(line.indexOf('=') + 1)))
                .toList();
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
            var deadline = new Deadline();
            while (seen < records) {
                int soFar = seen;
                deadline.check(() ->
                        records + " committed records of " + topic + "; has seen " + soFar + ", and the job goes on");
                seen += consumer.poll(Duration.ofMillis(100)).count();
                if (job.ended()) {
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
