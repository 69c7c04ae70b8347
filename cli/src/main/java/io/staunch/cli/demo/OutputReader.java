package io.staunch.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output as any other program would that has nothing to do with the job: {@code read_committed}, from its beginning, beside
 * the job and through all its deaths. A thread of its own owns consumer and tally; the figures are for everybody.
 */
final class OutputReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Collection<TopicPartition> partitions;
    private final Output tally;
    private final Signals signals;
    private final LongConsumer arrivals;
    private final Thread thread = new Thread(this::read, "output-reader");
    private volatile long out;
    private volatile int distinct;
    private volatile int highest;
    private volatile boolean draining;
    private volatile boolean ended;
    private volatile @Nullable RuntimeException failure;

    /**
     * @param client how to reach the broker
     * @param arrivals is told, by this reader's thread, when records have arrived, in nanoseconds
     */
    OutputReader(Map<String, Object> client, String topic, Output tally, Signals signals, LongConsumer arrivals) {
        this.tally = tally;
        this.arrivals = arrivals;
        this.signals = signals;
        client.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        client.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        consumer = new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        partitions = consumer.partitionsFor(topic).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        consumer.assign(partitions);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** How many records have come out. */
    long out() {
        return out;
    }

    /** How many different records have come out. */
    int distinct() {
        return distinct;
    }

    /** The highest number of an input that has come out, or about that. */
    int highest() {
        return highest;
    }

    /** Whether it reads no more. */
    boolean ended() {
        return ended;
    }

    /** Why it ended early, or null. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Reads what is committed by now, to its end, and then no more. For when no job writes there any longer. */
    void drain() {
        draining = true;
    }

    private void read() {
        try {
            while (!draining || !atEnd()) {
                count();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        ended = true;
        signals.changed();
    }

    private void count() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (records.isEmpty()) {
            return;
        }
        arrivals.accept(System.nanoTime());
        records.forEach(this::count);
        out = tally.out();
        distinct = tally.distinct();
        highest = tally.highest();
        signals.changed();
    }

    private void count(ConsumerRecord<byte[], byte[]> record) {
        try {
            tally.add(record.partition(), record.value());
        } catch (IOException | IllegalArgumentException e) {
            tally.addUnreadable();
        }
    }

    private boolean atEnd() {
        return consumer.endOffsets(partitions).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Ends the thread and lets go of the consumer. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
            consumer.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
