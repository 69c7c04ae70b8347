package io.staunch.kafka;

import io.staunch.kafka.port.Fetched;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What passes between a reader on its worker and its fetch agent: splits to read one way, batches the other way.
 * Bounded by batches and by bytes, whichever is first. Crosses threads: two single-producer single-consumer queues, a
 * counter, a map and a set that are replaced as a whole and a flag; everything in a batch is handed over with it.
 */
final class FetchHandover {
    private static final int MOST_BATCHES = 8;
    private static final long MOST_BYTES = 16L << 20;

    private final SpscArrayQueue<Batch> batches = new SpscArrayQueue<>(MOST_BATCHES);
    private final SpscUnboundedArrayQueue<Assigned> assignments = new SpscUnboundedArrayQueue<>(16);
    private final AtomicLong bytes = new AtomicLong();
    private volatile Map<TopicPartition, Long> ends = Map.of();
    private volatile Set<TopicPartition> paused = Set.of();
    private volatile boolean closed;

    /** What one poll gave. */
    record Batch(List<Fetched> parts, long bytes) {
        static Batch of(List<Fetched> parts) {
            long bytes = 0;
            for (Fetched part : parts) {
                for (var record : part.records()) {
                    bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
                }
            }
            return new Batch(parts, bytes);
        }
    }

    /** A split to read. */
    record Assigned(KafkaPosition position) {}

    /** By the reader. */
    void assign(KafkaPosition position) {
        assignments.offer(new Assigned(position));
    }

    /** By the agent: the next split to read, or null. */
    @Nullable
    Assigned assigned() {
        return assignments.poll();
    }

    /** By the reader: exactly these partitions need not be fetched for now. */
    void pause(Set<TopicPartition> partitions) {
        paused = Set.copyOf(partitions);
    }

    /** By the agent: the partitions that need not be fetched for now; the same set until they change. */
    Set<TopicPartition> paused() {
        return paused;
    }

    /** By the agent: whether there is room for what a poll may give. */
    boolean hasRoom() {
        return bytes.get() < MOST_BYTES && batches.size() < MOST_BATCHES;
    }

    /** By the agent, which has seen that there is room. */
    void give(Batch batch) {
        bytes.addAndGet(batch.bytes());
        if (!batches.offer(batch)) {
            throw new IllegalStateException("a batch was given without room for it");
        }
    }

    /** By the reader: the next batch, or null. The agent may have been waiting for it to be taken. */
    @Nullable
    Batch take() {
        Batch batch = batches.poll();
        if (batch != null) {
            bytes.addAndGet(-batch.bytes());
        }
        return batch;
    }

    /** By the agent: where partitions end, as it was told last. */
    void ends(Map<TopicPartition, Long> known) {
        ends = Map.copyOf(known);
    }

    /** By the reader: where partitions end; a partition of which that is not known is left out. */
    Map<TopicPartition, Long> ends() {
        return ends;
    }

    /** By the reader: nothing more is taken. */
    void close() {
        closed = true;
    }

    /** By the agent. */
    boolean closed() {
        return closed;
    }
}
