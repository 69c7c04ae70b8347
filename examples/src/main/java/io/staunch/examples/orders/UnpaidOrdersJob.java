package io.staunch.examples.orders;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.time.Watermarks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Finds orders that are not paid within a day: from the topic {@code orders}, by order, to {@code unpaid-orders}. */
public final class UnpaidOrdersJob {
    /** An order is placed, or paid. */
    public record OrderEvent(String orderId, boolean paid, long cents, Instant at) {}

    /** An order that should have been paid by then. */
    public record Alert(String orderId, String what, long cents, Instant by) {}

    private UnpaidOrdersJob() {}

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(String broker) {
        return pipeline(broker, Watermarks.disorder(Duration.ofMinutes(5)).withIdleness(Duration.ofMinutes(1)));
    }

    /** The same with other watermarks. */
    static Pipeline pipeline(String broker, Watermarks watermarks) {
        return Pipeline.named("unpaid-orders")
                .from(
                        "orders",
                        KafkaSource.json(OrderEvent.class)
                                .bootstrapServers(broker)
                                .topic("orders"))
                .eventTime(OrderEvent::at, watermarks)
                .keyBy(OrderEvent::orderId)
                .process("unpaid", states -> new Unpaid(states.value("order", Unpaid.Order.class)))
                .to(
                        "alerts",
                        KafkaSink.json(Alert.class)
                                .bootstrapServers(broker)
                                .topic("unpaid-orders")
                                .key(Alert::orderId));
    }

    /** Arguments: a broker and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline(args[0]), Settings.stateIn(Path.of(args[1])));
        job.await();
    }
}
