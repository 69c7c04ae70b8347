package io.staunch.examples.prices;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.enrich.AsyncClientFactory;
import io.staunch.enrich.Enrichment;
import io.staunch.enrich.FailedCall;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.process.SideOutput;
import java.nio.file.Path;
import java.time.Duration;

/** Asks a service for the price of each order: from the topic {@code orders} to {@code priced-orders}, and to {@code unpriced-orders} where there was no answer. */
public final class PricedOrdersJob {
    /** An order as it comes. */
    public record Order(String id, String sku, int pieces) {}

    /** An order with what it costs. */
    public record PricedOrder(String id, long cents) {}

    static final SideOutput<FailedCall<Order>> UNPRICED = SideOutput.named("unpriced");

    private PricedOrdersJob() {}

    /**
     * The pipeline.
     *
     * @param broker as {@code host:port}
     * @param prices opens what is asked
     */
    public static Pipeline pipeline(String broker, AsyncClientFactory<Order, PricedOrder> prices) {
        Pipeline pipeline = Pipeline.named("priced-orders");
        Stream<PricedOrder> priced = pipeline.from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .keyBy(Order::id)
                .enrich(
                        "prices",
                        Enrichment.orderedBy(Order.class, prices)
                                .timeout(Duration.ofSeconds(2))
                                .retry(3, Duration.ofMillis(50))
                                .inFlight(100)
                                .failedTo(UNPRICED));
        priced.to(
                "priced",
                KafkaSink.json(PricedOrder.class)
                        .bootstrapServers(broker)
                        .topic("priced-orders")
                        .key(PricedOrder::id));
        priced.sideOutput(UNPRICED)
                .map(FailedCall::value)
                .to(
                        "unpriced",
                        KafkaSink.json(Order.class)
                                .bootstrapServers(broker)
                                .topic("unpriced-orders")
                                .key(Order::id));
        return pipeline;
    }

    /** Arguments: a broker, the address of the price service, and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        String address = args[1];
        Job job = Staunch.start(
                pipeline(args[0], context -> new PriceService(address)), Settings.stateIn(Path.of(args[2])));
        job.await();
    }
}
