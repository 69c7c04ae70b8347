package io.staunch.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.examples.orders.UnpaidOrdersJob.OrderEvent;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.time.Watermarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A week of orders in a hundred worlds with crashes, against what the list of events says. */
class UnpaidOrdersTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final int ORDERS = 60;

    /** Orders share a lane, and so a partition, by their last digit; so each partition gets the event that lets time go on behind all others. */
    private static int lane(OrderEvent event) {
        return event.orderId().charAt(event.orderId().length() - 1) - '0';
    }

    @Test
    void eachOrderThatIsNotPaidWithinADayIsToldOnce() {
        List<OrderEvent> events = events();
        List<Output> expected = expected(events);
        assertThat(expected).hasSizeBetween(10, 40);
        Simulation.of(() -> UnpaidOrdersJob.pipeline("simulated:9092", Watermarks.disorder(Duration.ofHours(1))))
                .feed("orders", events, UnpaidOrdersTest::lane)
                .capture("alerts")
                .expect("alerts", expected)
                .seeds(100)
                .expectExactlyOnce();
    }

    /** An order each half hour; some are paid, some hours later. Events come up to 50 minutes late. */
    private static List<OrderEvent> events() {
        var random = new Random(30);
        record Late(Instant comes, OrderEvent event) {}
        List<Late> all = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            Instant placed = START.plus(Duration.ofMinutes(30L * i));
            String id = "order-" + i;
            all.add(new Late(
                    placed.plus(Duration.ofMinutes(random.nextInt(50))), new OrderEvent(id, false, 100 + i, placed)));
            if (random.nextInt(3) > 0) {
                Instant paid = placed.plus(Duration.ofMinutes(random.nextInt(20 * 60)));
                all.add(new Late(
                        paid.plus(Duration.ofMinutes(random.nextInt(50))), new OrderEvent(id, true, 100 + i, paid)));
            }
        }
        all.sort((one, other) -> one.comes().compareTo(other.comes()));
        List<OrderEvent> events = new ArrayList<>(all.stream().map(Late::event).toList());
        for (int digit = 0; digit < 10; digit++) {
            events.add(new OrderEvent("last-" + digit, true, 0, START.plus(Duration.ofDays(30))));
        }
        return events;
    }

    private static List<Output> expected(List<OrderEvent> events) {
        Map<String, OrderEvent> unpaid = new HashMap<>();
        events.stream().filter(event -> !event.paid()).forEach(event -> unpaid.put(event.orderId(), event));
        events.stream().filter(OrderEvent::paid).forEach(event -> unpaid.remove(event.orderId()));
        return unpaid.values().stream()
                .map(order -> new Output(0, order.orderId(), json(order)))
                .toList();
    }

    /** An alert as the topic has it. */
    private static String json(OrderEvent order) {
        return "{\"orderId\":\"" + order.orderId() + "\",\"what\":\"unpaid for a day\",\"cents\":" + order.cents()
                + ",\"by\":\"" + order.at().plus(Duration.ofDays(1)) + "\"}";
    }
}
