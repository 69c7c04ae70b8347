package io.staunch.verification.matrix;

import io.staunch.verification.kafka.CountingJob;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes the numbers from 0 on to a job's input, some thousands a second, so that a job always has something to do. All numbers of a key go
 * to one partition, in order. It waits for a broker that is away, for as long as that is away. A thread of its own writes until
 * {@link #stop}; after that the caller's does.
 */
final class Feeder implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final long PAUSE_NANOS = 4_000_000;
    private static final String PATIENCE_MS = "900000";

    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final int partitions;
    private final Thread thread;
    private volatile int next;
    private volatile boolean stopped;
    private volatile Future<RecordMetadata> last;

    /** @param client how to reach the broker, past any fault of the network */
    Feeder(Map<String, Object> client, String topic) {
        this.topic = topic;
        client.put("linger.ms", "2");
        client.put("delivery.timeout.ms", PATIENCE_MS);
        client.put("max.block.ms", PATIENCE_MS);
        client.put("reconnect.backoff.max.ms", "200");
        producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
        partitions = producer.partitionsFor(topic).size();
        last = send();
        thread = new Thread(this::run, "feeder-" + topic);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!stopped) {
                for (int i = 0; i < AT_ONCE; i++) {
                    last = send();
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
    private Future<RecordMetadata> send() {
        int number = next;
        Future<RecordMetadata> sent = producer.send(
                new ProducerRecord<>(topic, number % CountingJob.KEYS % partitions, null, Integer.toString(number)));
        next = number + 1;
        return sent;
    }

    /** How many numbers were given to the client so far; some may be on their way. */
    int fed() {
        return next;
    }

    /** Ends the thread. All numbers are in the topic when this returns; how many there are. */
    int stop() throws InterruptedException, ExecutionException {
        stopped = true;
        thread.join();
        producer.flush();
        var unused = last.get();
        return next;
    }

    /** Writes so many more, after {@link #stop}. They are in the topic when this returns; how many there are in all. */
    int more(int numbers) throws InterruptedException, ExecutionException {
        for (int i = 0; i < numbers; i++) {
            last = send();
        }
        producer.flush();
        var unused = last.get();
        return next;
    }

    @Override
    public void close() {
        stopped = true;
        producer.close(java.time.Duration.ZERO);
    }
}
