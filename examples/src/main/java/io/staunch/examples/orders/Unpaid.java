package io.staunch.examples.orders;

import io.staunch.examples.orders.UnpaidOrdersJob.Alert;
import io.staunch.examples.orders.UnpaidOrdersJob.OrderEvent;
import io.staunch.process.KeyedProcess;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import java.time.Duration;

/**
 * Remembers each order until it is paid, and sets a timer for the time by which it must be. Time is that of the events: a job that reads a week of
 * them in a minute tells the same.
 */
final class Unpaid implements KeyedProcess<String, OrderEvent, Alert> {
    private static final Duration TIME_TO_PAY = Duration.ofDays(1);

    /** What is known of an order: its amount, if it was placed, and whether it is paid. */
    record Order(long cents, boolean paid) {}

    private final ValueState<Order> order;

    Unpaid(ValueState<Order> order) {
        this.order = order;
    }

    /** A payment may come before its order: they are of different moments, and out of order within a bound. */
    @Override
    public void process(OrderEvent event, Context<String, Alert> context) {
        Order known = order.orElse(new Order(0, false));
        if (event.paid()) {
            order.set(new Order(known.cents(), true));
        } else {
            order.set(new Order(event.cents(), known.paid()));
        }
        context.timers().atEventTime(event.at().plus(TIME_TO_PAY));
    }

    @Override
    public void onTimer(Timer timer, Context<String, Alert> context) {
        order.get()
                .filter(known -> !known.paid())
                .ifPresent(
                        known -> context.emit(new Alert(context.key(), "unpaid for a day", known.cents(), timer.at())));
        order.clear();
    }
}
