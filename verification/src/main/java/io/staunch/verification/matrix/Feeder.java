package io.staunch.verification.matrix;

import io.staunch.verification.kafka.CountingJob;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the numbers from 0 on to a job's input, some thousands a second, so that a job always has something to do. All numbers of a key go
 * to one partition, in order. It waits for a broker that is away, for two minutes. A thread of its own writes until
 * {@link #stop}; after that the caller's does.
 */
final class Feeder implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final long PAUSE_NANOS = 4_000_000;
    /** Less than the time of a case by default, so that it ends with the reason. */
    private static final String PATIENCE_MS = "120000";

    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final int partitions;
    private final Thread thread;
    private volatile int next;
    private volatile boolean stopped;
    private final AtomicReference<@Nullable Exception> failed = new AtomicReference<>();

    /** @param client how to reach the broker, past any fault of the network */
    Feeder(Map<String, Object> client, String topic) {
        this.topic = topic;
        client.put("linger.ms", "2");
        client.put("delivery.timeout.ms", PATIENCE_MS);
        client.put("max.block.ms", PATIENCE_MS);
        client.put("reconnect.backoff.max.ms", "200");
        producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
        partitions = producer.partitionsFor(topic).size();
        send();
        thread = new Thread(this::run, "feeder-" + topic);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!stopped) {
                for (int i = 0; i < AT_ONCE; i++) {
                    send();
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (KafkaException e) {
            // Closed in the middle of a wait for the broker; whatever else it is, stop() meets it as well.
            if (!stopped) {
                throw e;
            }
        }
    }

    /** By one thread at a time. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    private void send() {
        int number = next;
        producer.send(
                new ProducerRecord<>(topic, number % CountingJob.KEYS % partitions, null, Integer.toString(number)),
                (written, why) -> failed.compareAndSet(null, why));
        next = number + 1;
    }

    private int written() {
        producer.flush();
        Exception why = failed.get();
        if (why != null) {
            throw new IllegalStateException(
                    "not all numbers could be written to " + topic + ", so this case says nothing of the job: " + why,
                    why);
        }
        return next;
    }

    /** How many numbers were given to the client so far; some may be on their way. */
    int fed() {
        return next;
    }

    /**
     * Ends the thread. All numbers are in the topic when this returns; how many there are.
     *
     * @throws IllegalStateException if one of them could not be written
     */
    int stop() throws InterruptedException {
        stopped = true;
        thread.join();
        return written();
    }

    /**
     * Writes so many more, after {@link #stop}. They are in the topic when this returns; how many there are in all.
     *
     * @throws IllegalStateException if one of these or the earlier ones could not be written
     */
    int more(int numbers) {
        for (int i = 0; i < numbers; i++) {
            send();
        }
        return written();
    }

    @Override
    public void close() {
        stopped = true;
        producer.close(java.time.Duration.ZERO);
    }
}
