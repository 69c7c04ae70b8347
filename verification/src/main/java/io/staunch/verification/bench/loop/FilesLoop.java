package io.staunch.verification.bench.loop;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.github.luben.zstd.ZstdOutputStream;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.RunOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic into files by hand, exactly once: one thread reads and writes a hidden file, syncs it after each interval and renames it. The name that it gets has the offsets to
 * go on from, so that the rename commits both.
 */
public final class FilesLoop implements Contender {
    private static final int BUFFER = 64 << 10;

    private final ObjectWriter lines = new ObjectMapper()
            .writerFor(NumberedRow.class)
            .withRootValueSeparator("\n")
            .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
    private long[] next = {};
    private long number;

    @Override
    public String configuration(RunOptions options) {
        return "one thread, Jackson, a file each interval: written, synced and renamed, with the offsets in its name";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Meter.ask(() -> Meter.UNKNOWN, () -> 0);
        Path folder = Path.of(options.text("files"));
        boolean zstd = options.text("compression").equals("zstd");
        try (var consumer = NumberedInput.open(options)) {
            begin(folder, consumer, NumberedInput.partitions(options));
            while (true) {
                write(folder, zstd, consumer, options.intervalMs());
            }
        }
    }

    private void begin(Path folder, KafkaConsumer<String, String> consumer, List<TopicPartition> partitions)
            throws IOException {
        next = new long[partitions.size()];
        Optional<String> last;
        try (Stream<Path> all = Files.list(folder)) {
            last = all.map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .max(String::compareTo);
        }
        if (last.isPresent()) {
            String[] parts = last.get().replaceAll("\\..*", "").split("-");
            number = Long.parseLong(parts[1]);
            for (int part = 0; part < next.length; part++) {
                next[part] = Long.parseLong(parts[2 + part]);
            }
        }
        consumer.assign(partitions);
        for (int part = 0; part < next.length; part++) {
            consumer.seek(partitions.get(part), next[part]);
        }
    }

    /** One file, with what comes in an interval; none if nothing comes. */
    private void write(Path folder, boolean zstd, KafkaConsumer<String, String> consumer, long intervalMs)
            throws IOException {
        Path hidden = folder.resolve(".writing");
        long end = System.nanoTime() + intervalMs * 1_000_000;
        boolean any = false;
        try (OutputStream out = open(hidden, zstd)) {
            SequenceWriter writer = lines.writeValues(out);
            while (System.nanoTime() < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(20))) {
                    writer.write(new NumberedRow(record.partition(), record.offset(), record.key(), record.value()));
                    next[record.partition()] = record.offset() + 1;
                    any = true;
                }
            }
            writer.flush();
            out.write('\n');
        }
        if (any) {
            show(folder, hidden, zstd);
        }
    }

    private static OutputStream open(Path file, boolean zstd) throws IOException {
        OutputStream raw = Files.newOutputStream(file);
        return new BufferedOutputStream(zstd ? new ZstdOutputStream(raw) : raw, BUFFER);
    }

    private void show(Path folder, Path hidden, boolean zstd) throws IOException {
        sync(hidden, StandardOpenOption.WRITE);
        number++;
        String offsets = Arrays.stream(next).mapToObj(Long::toString).collect(Collectors.joining("-"));
        String name = "events-%012d-%s.jsonl".formatted(number, offsets) + (zstd ? ".zst" : "");
        Files.move(hidden, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        sync(folder, StandardOpenOption.READ);
    }

    private static void sync(Path path, StandardOpenOption access) throws IOException {
        try (FileChannel channel = FileChannel.open(path, access)) {
            channel.force(true);
        }
    }
}
