package io.staunch.examples.payments;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.process.SideOutput;
import java.nio.file.Path;

/**
 * Checks payments against orders: from the topic {@code order-events}, by order, to {@code paid-orders} and {@code payment-alerts}. Both
 * topics are written in one transaction, so that an order is never both paid and alerted of because a process died in between.
 */
public final class PaymentCheckJob {
    /** What happens to an order: it is placed, with its amount, or something is paid for it. */
    public record OrderEvent(String orderId, boolean payment, long cents) {}

    /** What is to be looked at by people. */
    public record Alert(String orderId, String what, long cents) {}

    /** An order that is paid in full. */
    public record PaidOrder(String orderId, long cents, int payments) {}

    static final SideOutput<PaidOrder> PAID = SideOutput.named("paid");

    private PaymentCheckJob() {}

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(String broker) {
        Pipeline pipeline = Pipeline.named("payment-check");
        Stream<Alert> alerts = pipeline.from(
                        "events",
                        KafkaSource.json(OrderEvent.class)
                                .bootstrapServers(broker)
                                .topic("order-events"))
                .keyBy(OrderEvent::orderId)
                .process("payments", states -> new PaymentCheck(states.value("order", PaymentCheck.OpenOrder.class)));
        alerts.to(
                "alerts",
                KafkaSink.json(Alert.class)
                        .bootstrapServers(broker)
                        .topic("payment-alerts")
                        .key(Alert::orderId));
        alerts.sideOutput(PAID)
                .to(
                        "paid",
                        KafkaSink.json(PaidOrder.class)
                                .bootstrapServers(broker)
                                .topic("paid-orders")
                                .key(PaidOrder::orderId));
        return pipeline;
    }

    /** Arguments: a broker and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline(args[0]), Settings.stateIn(Path.of(args[1])));
        job.await();
    }
}
