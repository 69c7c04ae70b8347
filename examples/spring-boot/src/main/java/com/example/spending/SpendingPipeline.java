package com.example.spending;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.files.FileSink;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** What each customer has spent, in a topic and, with one checkpoint for both, in an archive of files. */
public final class SpendingPipeline {
    public record Order(String customer, long cents, Instant at) {}

    public record Spending(String customer, long cents) {}

    private SpendingPipeline() {}

    public static Pipeline of(String broker, Path archive) {
        Pipeline pipeline = Pipeline.named("spending");
        Stream<Spending> spending = pipeline.from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .filter(order -> order.cents() > 0)
                // How far time has come in what was read is a meter then.
                .eventTime(Order::at, Duration.ofSeconds(5))
                .keyBy(Order::customer)
                .fold("spent", 0L, (spent, order) -> spent + order.cents())
                .map(Spending::new);
        spending.to(
                "spending",
                KafkaSink.json(Spending.class)
                        .bootstrapServers(broker)
                        .topic("spending")
                        .key(Spending::customer));
        // A file is whole at the first checkpoint an hour after its first record, or when the job stops.
        spending.to("archive", FileSink.jsonLines(archive, Spending.class).rollEvery(Duration.ofHours(1)));
        return pipeline;
    }
}
