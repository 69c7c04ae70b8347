package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.keyed.Deduplication;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Orders, of which some are told of twice, and payments, both out of order within a bound: each order once, with each payment that comes in time, or with none.
 * What must come out is computed from the lists alone.
 */
final class Shop {
    private static final int SPLITS = 3;
    private static final int DISORDER_MS = 100;
    private static final int STEP_MS = 10;
    private static final Duration BEFORE = Duration.ofMillis(50);
    private static final Duration AFTER = Duration.ofMillis(300);
    private static final Duration REMEMBERED = Duration.ofMillis(500);

    /** Behind all that must come out. */
    private static final long FAR = 1_000_000_000;

    record Order(int split, int id, long at) {}

    record Payment(int split, int order, long at, int number) {}

    /** @param number the payment's, or -1 if there was none in time */
    record Paid(int order, int number) {
        long id() {
            return order * 10_000L + number;
        }
    }

    private Shop() {}

    static Simulation simulation(int count) {
        List<Order> orders = orders(count);
        List<Payment> payments = payments(count);
        return Simulation.of(() -> pipeline())
                .feed("orders", orders, Order::split)
                .feed("payments", payments, Payment::split)
                .capture("paid")
                .expect("paid", expected(orders, payments));
    }

    private static Pipeline pipeline() {
        var pipeline = Pipeline.named("shop");
        Stream<Order> orders = pipeline.from("orders", new LogSource<>("orders", Order.class))
                .eventTimeMillis(Order::at, Duration.ofMillis(DISORDER_MS))
                .keyByInt(Order::id)
                .deduplicate("once", Deduplication.byEventTime(REMEMBERED));
        Stream<Payment> payments = pipeline.from("payments", new LogSource<>("payments", Payment.class))
                .eventTimeMillis(Payment::at, Duration.ofMillis(DISORDER_MS));
        orders.keyBy(Integer.class, Order::id)
                .join(payments.keyBy(Integer.class, Payment::order))
                .within(BEFORE, AFTER)
                .leftMap(
                        "with-payments",
                        Order.class,
                        Payment.class,
                        (order, payment) -> new Paid(order.id(), payment == null ? -1 : payment.number()))
                .to("paid", new LogLead<>("paid", Paid::id));
        return pipeline;
    }

    private static List<Order> orders(int count) {
        var random = new Random(23);
        List<Order> orders = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            long at = Math.max(0, (long) id * STEP_MS - random.nextInt(DISORDER_MS));
            orders.add(new Order(id % SPLITS, id, at));
            if (random.nextInt(4) == 0) {
                orders.add(new Order(id % SPLITS, id, at));
            }
        }
        for (int split = 0; split < SPLITS; split++) {
            orders.add(new Order(split, -1 - split, FAR));
        }
        return orders;
    }

    /** Some too early or too late, some for orders that nobody knows. */
    private static List<Payment> payments(int count) {
        var random = new Random(29);
        List<Payment> payments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = Math.max(0, (long) i * STEP_MS - random.nextInt(DISORDER_MS));
            int order = Math.max(0, i + 8 - random.nextInt(48));
            payments.add(new Payment(i % SPLITS, order, at, i));
        }
        for (int split = 0; split < SPLITS; split++) {
            payments.add(new Payment(split, -100 - split, FAR, count + split));
        }
        return payments;
    }

    private static List<Output> expected(List<Order> orders, List<Payment> payments) {
        List<Output> expected = new ArrayList<>();
        for (Order order : orders.stream().distinct().toList()) {
            List<Paid> paid = payments.stream()
                    .filter(payment -> payment.order() == order.id()
                            && payment.at() >= order.at() - BEFORE.toMillis()
                            && payment.at() <= order.at() + AFTER.toMillis())
                    .map(payment -> new Paid(order.id(), payment.number()))
                    .toList();
            if (paid.isEmpty() && order.at() < FAR) {
                paid = List.of(new Paid(order.id(), -1));
            }
            paid.forEach(each -> expected.add(new Output(0, each.id(), each)));
        }
        return expected;
    }
}
