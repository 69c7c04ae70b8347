package io.staunch.examples.points;

import io.staunch.examples.points.PointsJob.Order;
import io.staunch.examples.points.PointsJob.Points;
import io.staunch.process.KeyedProcess;
import java.util.HashMap;
import java.util.Map;

/** A mistake: it sums up in a field, which no checkpoint knows. After a restart it begins at nothing. */
final class ForgetfulCount implements KeyedProcess<String, Order, Points> {
    private final Map<String, Long> points = new HashMap<>();

    @Override
    public void process(Order order, Context<String, Points> context) {
        long sum = points.merge(order.customer(), order.cents() / 1_000, Long::sum);
        context.emit(new Points(order.customer(), sum));
    }
}
