package io.staunch.examples.points;

import io.staunch.examples.points.PointsJob.Order;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;

/** A mistake: it says that writing again changes nothing, and adds. */
record AddingSink() implements IdempotentSink<Order, Order> {
    @Override
    public String description() {
        return "points service, by adding";
    }

    @Override
    public boolean rejectsStaleWriters() {
        return true;
    }

    @Override
    public SinkEncoder<Order, Order> encoder(SinkContext context) {
        return (order, timestamp) -> order;
    }

    @Override
    public SinkConnection<Order> connect(SinkContext context, WriterCheck check) {
        PointsService service = context.environment().port(PointsService.class, () -> {
            throw new IllegalStateException("for simulations only");
        });
        return new SinkConnection<>() {
            @Override
            public void write(Order order) {
                service.add(order.customer(), order.cents() / 1_000);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
