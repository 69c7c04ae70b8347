package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * B3 as one would write it by hand, the plain way: one consumer, one transactional producer, a blocking commit, state copied to a new file
 * (without a sync) before each commit. The offsets that are committed with the output name the file, so that a restart finds the state that
 * belongs to them.
 */
public final class PlainDrain implements Contender {
    private final Map<String, long[]> counts = new HashMap<>();

    @Override
    public String configuration(RunOptions options) {
        return "one thread, one transactional id, linger.ms=5, batch.size=131072; blocking commit; whole copy, no sync";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        try (var clients = new DrainClients(options);
                var producer = clients.producer(options.text("out"), 5)) {
            long commit = clients.recover();
            if (commit > 0) {
                load(file(options, commit));
            }
            work(options, clients, producer, commit);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails if a record of it was refused
    private void work(RunOptions options, DrainClients clients, KafkaProducer<String, byte[]> producer, long last)
            throws IOException {
        String out = options.text("out");
        long intervalNanos = options.intervalMs() * 1_000_000;
        long commit = last;
        producer.beginTransaction();
        long next = System.nanoTime() + intervalNanos;
        while (true) {
            long wait = Math.max(1, Math.min(100, (next - System.nanoTime()) / 1_000_000));
            for (var record : clients.consumer.poll(Duration.ofMillis(wait))) {
                long count = ++counts.computeIfAbsent(record.key(), key -> new long[1])[0];
                producer.send(new ProducerRecord<>(out, record.key(), Values.counted(record.value(), count)));
            }
            if (System.nanoTime() >= next) {
                commit++;
                copy(file(options, commit));
                producer.sendOffsetsToTransaction(clients.positions(commit), clients.group());
                producer.commitTransaction();
                Files.deleteIfExists(file(options, commit - 1));
                Meter.checkpoint();
                producer.beginTransaction();
                next = System.nanoTime() + intervalNanos;
            }
        }
    }

    private static Path file(RunOptions options, long commit) {
        return options.folder().resolve("counts-" + commit);
    }

    private void copy(Path path) throws IOException {
        try (var file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16))) {
            file.writeInt(counts.size());
            for (var entry : counts.entrySet()) {
                file.writeUTF(entry.getKey());
                file.writeLong(entry.getValue()[0]);
            }
            Meter.bytes(file.size());
        }
    }

    private void load(Path path) throws IOException {
        try (var file = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
            int size = file.readInt();
            for (int i = 0; i < size; i++) {
                counts.put(file.readUTF(), new long[] {file.readLong()});
            }
        }
    }
}
