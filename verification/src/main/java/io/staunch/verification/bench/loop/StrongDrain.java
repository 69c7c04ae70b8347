package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * B3 by hand, as well as we know how: two transactional ids in turn, so that records flow while the other transaction commits; no linger; only
 * what has changed is written, and synced, before each commit, beside the counting. The next transaction's first record waits until all of
 * the last one are acknowledged: otherwise the order within a key is not kept.
 */
public final class StrongDrain implements Contender {
    private static final int WHOLE_AFTER_BYTES = 64 << 20;

    private final Map<String, Counter> counts = new HashMap<>();
    private final List<Counter> dirty = new ArrayList<>();
    private final ExecutorService beside = Executors.newSingleThreadExecutor(StrongDrain::daemon);
    private @Nullable Future<?> committing;
    private long bytesSinceWhole = Long.MAX_VALUE;

    private static final class Counter {
        private final byte[] key;
        private long count;
        private boolean changed;

        Counter(String key, long count) {
            this.key = key.getBytes(StandardCharsets.UTF_8);
            this.count = count;
        }
    }

    private static Thread daemon(Runnable task) {
        var thread = new Thread(task, "loop-commit");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public String configuration(RunOptions options) {
        return "one thread and one that commits, two transactional ids in turn, linger.ms=0, batch.size=131072; changes, synced";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        var log = new ChangeLog(options.folder());
        try (var clients = new DrainClients(options);
                var even = clients.producer(options.text("out") + "-0", 0);
                var odd = clients.producer(options.text("out") + "-1", 0)) {
            long commit = clients.recover();
            if (commit > 0) {
                log.load(commit).forEach((key, count) -> counts.put(key, new Counter(key, count)));
            }
            work(options, clients, List.of(even, odd), log, commit);
        }
    }

    private void work(
            RunOptions options,
            DrainClients clients,
            List<KafkaProducer<String, byte[]>> producers,
            ChangeLog log,
            long last)
            throws Exception {
        String out = options.text("out");
        long intervalNanos = options.intervalMs() * 1_000_000;
        long commit = last + 1;
        long next = System.nanoTime() + intervalNanos;
        KafkaProducer<String, byte[]> producer = producers.get((int) (commit & 1));
        producer.beginTransaction();
        while (true) {
            long wait = Math.max(1, Math.min(100, (next - System.nanoTime()) / 1_000_000));
            for (var record : clients.consumer.poll(Duration.ofMillis(wait))) {
                send(producer, out, record.key(), record.value());
            }
            if (System.nanoTime() >= next && settled()) {
                next = Math.max(next + intervalNanos, System.nanoTime());
                producer.flush();
                commit(clients, producer, log, commit);
                commit++;
                producer = producers.get((int) (commit & 1));
                producer.beginTransaction();
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails if a record of it was refused
    private void send(KafkaProducer<String, byte[]> producer, String out, String key, byte[] value) {
        Counter counter = counts.get(key);
        if (counter == null) {
            counter = new Counter(key, 0);
            counts.put(key, counter);
        }
        counter.count++;
        if (!counter.changed) {
            counter.changed = true;
            dirty.add(counter);
        }
        producer.send(new ProducerRecord<>(out, key, Values.counted(value, counter.count)));
    }

    /** Whether the commit before has ended; fails if it did. */
    private boolean settled() throws InterruptedException, ExecutionException {
        Future<?> before = committing;
        if (before == null) {
            return true;
        }
        if (before.isDone()) {
            before.get();
            return true;
        }
        return false;
    }

    private void commit(DrainClients clients, KafkaProducer<String, byte[]> producer, ChangeLog log, long commit) {
        boolean whole = bytesSinceWhole > WHOLE_AFTER_BYTES;
        ByteBuffer entry = whole ? encode(counts.values(), counts.size()) : encode(dirty, dirty.size());
        dirty.forEach(counter -> counter.changed = false);
        dirty.clear();
        bytesSinceWhole = whole ? 0 : bytesSinceWhole + entry.remaining();
        Map<TopicPartition, OffsetAndMetadata> positions = clients.positions(commit);
        var group = clients.group();
        committing = beside.submit(() -> {
            log.append(commit, whole, entry);
            producer.sendOffsetsToTransaction(positions, group);
            producer.commitTransaction();
            Meter.checkpoint();
            return null;
        });
    }

    private static ByteBuffer encode(Iterable<Counter> counters, int size) {
        ByteBuffer entry = ByteBuffer.allocate(size * (1 + 16 + Long.BYTES));
        for (Counter counter : counters) {
            entry.put((byte) counter.key.length).put(counter.key).putLong(counter.count);
        }
        return entry.flip();
    }
}
