package io.staunch.examples.payments;

import io.staunch.examples.payments.PaymentCheckJob.OrderEvent;
import io.staunch.testkit.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a user would write to be sure of a pipeline: three lines, a hundred worlds with crashes. */
class PaymentCheckTest {
    @Test
    void noOrderIsPaidTwiceAndNoAlertIsLost() {
        Simulation.of(() -> PaymentCheckJob.pipeline("simulated:9092"))
                .feed("events", events(), OrderEvent::orderId)
                .capture("alerts")
                .capture("paid")
                .seeds(100)
                .expectExactlyOnce();
    }

    private static List<OrderEvent> events() {
        var random = new Random(7);
        List<OrderEvent> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            boolean payment = random.nextInt(3) > 0;
            events.add(new OrderEvent("order-" + random.nextInt(40), payment, 100L * (1 + random.nextInt(5))));
        }
        return events;
    }
}
