package io.staunch.verification.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.verification.kafka.CountingJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed output all the while, in a thread of its own, as somebody would who acts upon it, and holds each record against
 * {@link Tally} at the moment at which it is seen. A broker that is away is waited for. Safe for use by any thread.
 */
final class Watcher implements AutoCloseable {
    private final KafkaConsumer<String, String> consumer;
    private final List<TopicPartition> partitions;
    private final JsonMapper json = new JsonMapper();
    private final Thread thread;

    /** All below is guarded by this. */
    private final Tally tally = new Tally();

    private boolean wantsEnd;
    private boolean atEnd;
    private @Nullable RuntimeException failure;

    /** @param client how to reach the broker, past any fault of the network */
    Watcher(Map<String, Object> client, String topic) {
        client.put("isolation.level", "read_committed");
        client.put("auto.offset.reset", "earliest");
        client.put("enable.auto.commit", "false");
        client.put("reconnect.backoff.max.ms", "200");
        consumer = new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer());
        partitions = consumer.partitionsFor(topic).stream()
                .map(found -> new TopicPartition(topic, found.partition()))
                .toList();
        consumer.assign(partitions);
        thread = new Thread(this::run, "watcher-" + topic);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (consumer) {
            while (true) {
                try {
                    for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                        see(record);
                    }
                    lookForTheEnd();
                } catch (RetriableException away) {
                    // It comes back.
                }
            }
        } catch (WakeupException e) {
            // Closed.
        } catch (RuntimeException e) {
            synchronized (this) {
                failure = e;
                notifyAll();
            }
        }
    }

    private synchronized void see(ConsumerRecord<String, String> record) {
        try {
            tally.add(record.partition(), json.readValue(record.value(), CountingJob.Running.class));
        } catch (JsonProcessingException e) {
            tally.addUnreadable();
        }
        notifyAll();
    }

    private void lookForTheEnd() {
        synchronized (this) {
            if (!wantsEnd) {
                return;
            }
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        boolean reached = partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
        synchronized (this) {
            atEnd = reached;
            notifyAll();
        }
    }

    /** Returns when a number has been seen that is at least this one. */
    void awaitNumber(int number) throws InterruptedException {
        await(() -> tally.highest() >= number);
    }

    /** Whether such a number has been seen, after at most a time. */
    synchronized boolean sees(int number, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); left > 0 && tally.highest() < number; ) {
            wait(left);
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        return tally.highest() >= number;
    }

    /** Returns when all numbers of a range have been seen. */
    void awaitAll(int from, int to) throws InterruptedException {
        await(() -> tally.hasAll(from, to));
    }

    /** Reads on to what is the end then, and holds everything against the numbers that went in. */
    Tally.Figures toTheEnd(int in) throws InterruptedException {
        synchronized (this) {
            wantsEnd = true;
            atEnd = false;
        }
        await(() -> atEnd);
        return figures(in);
    }

    /** What was seen so far. */
    synchronized Tally.Figures figures(int in) {
        return tally.figures(in);
    }

    private synchronized void await(BooleanSupplier wanted) throws InterruptedException {
        while (!wanted.getAsBoolean()) {
            if (failure != null) {
                throw new IllegalStateException("the output can't be read any more", failure);
            }
            wait();
        }
    }

    @Override
    public void close() throws InterruptedException {
        consumer.wakeup();
        thread.join();
    }
}
