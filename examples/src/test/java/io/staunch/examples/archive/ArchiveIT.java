package io.staunch.examples.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker, with a job that is stopped and started again. */
class ArchiveIT {
    private static final int ORDERS = 200;
    private static final Duration LOOK = Duration.ofMillis(10);

    @TempDir
    private Path folder;

    @Test
    @Timeout(180)
    void eachOrderIsALineOnceInTheFolderOfItsDay() throws Exception {
        try (KafkaBroker broker = KafkaBroker.start()) {
            broker.createTopic("orders", 1);
            send(broker, 0, ORDERS / 2);
            runUntilRead(broker, ORDERS / 2);
            send(broker, ORDERS / 2, ORDERS);
            runUntilRead(broker, ORDERS / 2);
        }
        assertThat(lines("day=2026-11-29"))
                .containsExactlyElementsOf(IntStream.range(0, ORDERS)
                        .filter(i -> i % 2 == 0)
                        .mapToObj(ArchiveIT::order)
                        .toList());
        assertThat(lines("day=2026-11-30")).hasSize(ORDERS / 2).doesNotHaveDuplicates();
    }

    /** So many records of this run's own; then it stops, and shows what it has. */
    private void runUntilRead(KafkaBroker broker, long records) throws InterruptedException {
        try (Job job = Staunch.start(
                ArchiveJob.pipeline(broker.bootstrapServers(), folder.resolve("archive")),
                Settings.stateIn(folder.resolve("state")))) {
            while (job.metrics().recordsOut().getOrDefault("archive", 0L) < records) {
                assertThat(job.await(LOOK)).as("ended by itself").isFalse();
            }
            job.stop();
            job.await();
        }
    }

    private static void send(KafkaBroker broker, int from, int to) throws Exception {
        try (var producer =
                new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                producer.send(new ProducerRecord<>("orders", order(i))).get();
            }
        }
    }

    private static String order(int number) {
        return "{\"orderId\":\"o" + number + "\",\"customer\":\"c" + number % 7 + "\",\"cents\":" + number
                + ",\"placedAt\":\"2026-11-" + (29 + number % 2) + "T05:00:00Z\"}";
    }

    /** Of all files of a folder, in the order of their names. */
    private List<String> lines(String day) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder.resolve("archive").resolve(day))) {
            files = all.filter(file -> file.toString().endsWith(".jsonl.gz"))
                    .sorted()
                    .toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            try (var reader = new BufferedReader(
                    new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
            }
        }
        return lines;
    }
}
