package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.enrich.Enrichment;
import io.staunch.enrich.FailedCall;
import io.staunch.guarantee.Guarantee;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.ValueState;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Orders, whose prices are asked for twice: keyed and in order, and then in no order, by a service that is slow and fails, loses and is late with some calls. Whatever
 * gets no answer takes another way to the same end, so that each order comes out once, with the same price in every run. What must come out is
 * computed from the list alone.
 */
final class Prices {
    private static final int SPLITS = 3;
    private static final int SHOPS = 9;
    private static final int DISORDER_MS = 100;
    private static final SideOutput<FailedCall<Order>> WITHOUT_ANSWER = SideOutput.named("without-answer");

    record Order(int split, int id, int shop, long at) {
        long price() {
            return id * 7L + shop;
        }
    }

    /** @param sum over the prices of all orders of the shop so far, in their order */
    record Priced(int shop, int id, long sum, String what) {}

    private Prices() {}

    /** In order for each shop, and never behind the watermark that came behind it. */
    static Simulation inOrder(int count) {
        List<Order> orders = orders(count);
        return Simulation.of(Prices::orderedPipeline)
                .feed("orders", orders, Order::shop)
                .capture("priced")
                .expect("priced", sums(orders));
    }

    private static Pipeline orderedPipeline() {
        var pipeline = Pipeline.named("prices");
        Stream<Order> orders = pipeline.from("orders", new LogSource<>("orders", Order.class))
                .eventTimeMillis(Order::at, Duration.ofMillis(DISORDER_MS));
        orders.keyByInt(Order::shop)
                .enrich(
                        "prices",
                        slow(Enrichment.<Order, Order>orderedBy(Order.class, service()))
                                .inFlight(3)
                                .otherwise((order, why) -> order))
                .keyByInt(Order::shop)
                .process("sums", Sums::new)
                .to("priced", new LogLead<>("priced", Priced::shop));
        return pipeline;
    }

    /** Some are asked about in front of a union, and all once more behind it, two at a time. */
    static Simulation inARow(int count) {
        List<Order> orders = orders(count);
        return Simulation.of(Prices::pipelineInARow)
                .feed("orders", orders, Order::shop)
                .capture("priced")
                .expect("priced", sums(orders));
    }

    private static Pipeline pipelineInARow() {
        var pipeline = Pipeline.named("prices");
        Stream<Order> orders = pipeline.from("orders", new LogSource<>("orders", Order.class))
                .eventTimeMillis(Order::at, Duration.ofMillis(DISORDER_MS));
        Stream<Order> some = orders.filter(order -> order.shop() % 2 == 0)
                .keyByInt(Order::shop)
                .enrich(
                        "some",
                        slow(Enrichment.<Order, Order>orderedBy(Order.class, service()))
                                .inFlight(2)
                                .otherwise((order, why) -> order));
        some.union(orders.filter(order -> order.shop() % 2 == 1))
                .keyByInt(Order::shop)
                .enrich(
                        "all",
                        slow(Enrichment.<Order, Order>orderedBy(Order.class, service()))
                                .inFlight(2)
                                .otherwise((order, why) -> order))
                .keyByInt(Order::shop)
                .process("sums", Sums::new)
                .to("priced", new LogLead<>("priced", Priced::shop));
        return pipeline;
    }

    /** Barriers are not aligned, and the sink writes as records come. */
    static Simulation atLeastOnce(int count) {
        List<Order> orders = orders(count);
        List<Output> expected = new ArrayList<>();
        orders.forEach(order ->
                expected.add(new Output(0, order.id(), new Priced(order.shop(), order.id(), order.price(), ""))));
        return Simulation.of(Prices::atLeastOncePipeline)
                .feed("orders", orders, Order::shop)
                .capture("priced")
                .expect("priced", expected);
    }

    private static Pipeline atLeastOncePipeline() {
        var pipeline = Pipeline.named("prices").guarantee(Guarantee.AT_LEAST_ONCE);
        pipeline.from("orders", new LogSource<>("orders", Order.class))
                .keyByInt(Order::shop)
                .enrich(
                        "prices",
                        slow(Enrichment.<Order, Order>unorderedBy(Order.class, service()))
                                .inFlight(2)
                                .otherwise((order, why) -> order))
                .map(order -> new Priced(order.shop(), order.id(), order.price(), ""))
                .to("priced", new LogSink<>("priced", Priced::id));
        return pipeline;
    }

    /** The input ends while there is far more to ask than in the time of a checkpoint: one order after the other. */
    static Simulation slowAtTheEnd(int count, Duration slowest) {
        List<Order> orders = orders(count);
        return Simulation.of(() -> slowPipeline(slowest))
                .feed("orders", orders, Order::shop)
                .capture("priced")
                .expect("priced", sums(orders))
                .finishes();
    }

    private static Pipeline slowPipeline(Duration slowest) {
        var pipeline = Pipeline.named("prices");
        pipeline.from("orders", new LogSource<>("orders", Order.class, true))
                .keyByInt(Order::shop)
                .enrich(
                        "prices",
                        Enrichment.orderedBy(
                                        Order.class,
                                        SimulatedService.<Order, Order>answering(order -> order)
                                                .within(slowest))
                                .inFlight(1))
                .keyByInt(Order::shop)
                .process("sums", Sums::new)
                .to("priced", new LogLead<>("priced", Priced::shop));
        return pipeline;
    }

    /** In no order; what has no answer comes by a side output. */
    static Simulation inNoOrder(int count) {
        List<Order> orders = orders(count);
        List<Output> expected = new ArrayList<>();
        orders.forEach(order ->
                expected.add(new Output(0, order.id(), new Priced(order.shop(), order.id(), order.price(), ""))));
        return Simulation.of(Prices::unorderedPipeline)
                .feed("orders", orders, Order::shop)
                .capture("priced")
                .expect("priced", expected);
    }

    private static Pipeline unorderedPipeline() {
        var pipeline = Pipeline.named("prices");
        Stream<Order> orders = pipeline.from("orders", new LogSource<>("orders", Order.class))
                .eventTimeMillis(Order::at, Duration.ofMillis(DISORDER_MS));
        Stream<Order> answered = orders.enrich(
                "prices",
                slow(Enrichment.<Order, Order>unorderedBy(Order.class, service()))
                        .inFlight(4)
                        .failedTo(WITHOUT_ANSWER));
        answered.union(answered.sideOutput(WITHOUT_ANSWER).map(FailedCall::value))
                .keyByInt(Order::id)
                .<Priced>process(
                        "late",
                        states -> (order, context) -> context.emit(
                                new Priced(order.shop(), order.id(), order.price(), context.late() ? "late" : "")))
                .to("priced", new LogLead<>("priced", Priced::id));
        return pipeline;
    }

    private static SimulatedService<Order, Order> service() {
        return SimulatedService.<Order, Order>answering(order -> order)
                .within(Duration.ofMillis(12))
                .failing(0.1)
                .losing(0.05);
    }

    private static <R> Enrichment<Order, R> slow(Enrichment<Order, R> rules) {
        return rules.timeout(Duration.ofMillis(10)).retry(1, Duration.ofMillis(2));
    }

    private static List<Order> orders(int count) {
        var random = new Random(31);
        List<Order> orders = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            long at = Math.max(0, id * 10L - random.nextInt(DISORDER_MS));
            int shop = random.nextInt(SHOPS);
            orders.add(new Order(shop % SPLITS, id, shop, at));
        }
        return orders;
    }

    private static List<Output> sums(List<Order> orders) {
        Map<Integer, Long> sums = new HashMap<>();
        List<Output> expected = new ArrayList<>();
        for (Order order : orders) {
            long sum = sums.merge(order.shop(), order.price(), (before, price) -> before * 31 + price);
            expected.add(new Output(0, order.shop(), new Priced(order.shop(), order.id(), sum, "")));
        }
        return expected;
    }

    /** Sums up in the order in which orders come, and says which are late. */
    private static final class Sums implements KeyedProcess<Integer, Order, Priced> {
        private final ValueState<Long> sum;

        Sums(KeyedStates states) {
            sum = states.value("sum", Long.class);
        }

        @Override
        public void process(Order order, Context<Integer, Priced> context) {
            Long before = sum.orNull();
            long now = before == null ? order.price() : before * 31 + order.price();
            sum.set(now);
            context.emit(new Priced(order.shop(), order.id(), now, context.late() ? "late" : ""));
        }
    }
}
