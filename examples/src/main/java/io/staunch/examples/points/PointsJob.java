package io.staunch.examples.points;

import io.staunch.Pipeline;
import io.staunch.function.SupplierFunction;
import io.staunch.kafka.KafkaSource;

/** One point for each full ten euros of an order, summed up per customer and kept in a service. */
public final class PointsJob {
    private PointsJob() {}

    /**
     * An order.
     *
     * @param id of the order
     * @param cents what it costs
     */
    public record Order(String id, String customer, long cents) {}

    /** What a customer has. */
    public record Points(String customer, long points) {}

    /** @param client makes a client of the service, for one process */
    public static Pipeline pipeline(String bootstrapServers, SupplierFunction<PointsService> client) {
        return Pipeline.named("points")
                .from(
                        "orders",
                        KafkaSource.json(Order.class)
                                .bootstrapServers(bootstrapServers)
                                .topic("orders"))
                .keyBy(Order::customer)
                .fold("points", 0L, (points, order) -> points + order.cents() / 1_000)
                .map(Points::new)
                .to("service", new PointsSink(client));
    }
}
