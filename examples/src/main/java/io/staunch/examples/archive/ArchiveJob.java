package io.staunch.examples.archive;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.files.FileSink;
import io.staunch.kafka.KafkaSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Archives the topic {@code orders}: each order is a line in a compressed file of its day, exactly once, and a file that can be seen is whole and never
 * changes.
 */
public final class ArchiveJob {
    private ArchiveJob() {}

    /** An order. */
    public record Order(String orderId, String customer, long cents, Instant placedAt) {
        String folder() {
            return "day=" + placedAt.atZone(ZoneOffset.UTC).toLocalDate();
        }
    }

    /** The pipeline, with a broker as {@code host:port} and the folder of the archive. */
    public static Pipeline pipeline(String broker, Path archive) {
        return Pipeline.named("order-archive")
                .from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .to(
                        "archive",
                        FileSink.jsonLines(archive, Order.class)
                                .folderBy(Order::folder)
                                .rollEvery(Duration.ofMinutes(10))
                                .rollAtBytes(100_000_000)
                                .gzip());
    }

    /** Arguments: a broker, the folder of the archive, and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline(args[0], Path.of(args[1])), Settings.stateIn(Path.of(args[2])));
        job.await();
    }
}
