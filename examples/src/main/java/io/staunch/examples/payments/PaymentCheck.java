package io.staunch.examples.payments;

import io.staunch.examples.payments.PaymentCheckJob.Alert;
import io.staunch.examples.payments.PaymentCheckJob.OrderEvent;
import io.staunch.examples.payments.PaymentCheckJob.PaidOrder;
import io.staunch.process.KeyedProcess;
import io.staunch.state.ValueState;
import java.util.Optional;

/** Keeps what is still to be paid for each order. */
final class PaymentCheck implements KeyedProcess<String, OrderEvent, Alert> {
    /** An order, and what was paid for it so far. */
    record OpenOrder(long cents, long paid, int payments) {
        OpenOrder plus(long payment) {
            return new OpenOrder(cents, paid + payment, payments + 1);
        }
    }

    private final ValueState<OpenOrder> order;

    PaymentCheck(ValueState<OpenOrder> order) {
        this.order = order;
    }

    @Override
    public void process(OrderEvent event, Context<String, Alert> context) {
        Optional<OpenOrder> open = order.get();
        if (!event.payment()) {
            if (open.isPresent()) {
                context.emit(new Alert(event.orderId(), "placed again", event.cents()));
            } else {
                order.set(new OpenOrder(event.cents(), 0, 0));
            }
        } else if (open.isEmpty()) {
            context.emit(new Alert(event.orderId(), "paid without an open order", event.cents()));
        } else {
            pay(open.get().plus(event.cents()), context);
        }
    }

    private void pay(OpenOrder now, Context<String, Alert> context) {
        if (now.paid() < now.cents()) {
            order.set(now);
            return;
        }
        order.clear();
        context.emit(PaymentCheckJob.PAID, new PaidOrder(context.key(), now.cents(), now.payments()));
        if (now.paid() > now.cents()) {
            context.emit(new Alert(context.key(), "paid too much", now.paid() - now.cents()));
        }
    }
}
