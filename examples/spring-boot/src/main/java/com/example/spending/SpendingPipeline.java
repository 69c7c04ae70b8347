package com.example.spending;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import java.time.Duration;
import java.time.Instant;

/** What each customer has spent. */
public final class SpendingPipeline {
    public record Order(String customer, long cents, Instant at) {}

    public record Spending(String customer, long cents) {}

    private SpendingPipeline() {}

    public static Pipeline of(String broker) {
        return Pipeline.named("spending")
                .from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .filter(order -> order.cents() > 0)
                // How far time has come in what was read is a meter then.
                .eventTime(Order::at, Duration.ofSeconds(5))
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
}
