package io.staunch.examples.quickstart;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import java.nio.file.Path;

/** What each customer has spent so far, from the topic {@code orders} to the topic {@code spending}. */
public final class QuickStart {
    /** An order; one of zero or less is no order. */
    public record Order(String customer, long cents) {}

    /** All that a customer has spent so far. */
    public record Spending(String customer, long cents) {}

    private QuickStart() {}

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(String broker) {
        return Pipeline.named("spending")
                .from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .filter(order -> order.cents() > 0)
                .keyBy(Order::customer)
                .fold("spent", 0L, (spent, order) -> spent + order.cents())
                .map(Spending::new)
                .to(
                        "spending",
                        KafkaSink.json(Spending.class)
                                .bootstrapServers(broker)
                                .topic("spending")
                                .key(Spending::customer));
    }

    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline("localhost:9092"), Settings.stateIn(Path.of("state")));
        job.await();
    }
}
