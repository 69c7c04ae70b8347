package io.staunch.examples.points;

import io.staunch.examples.points.PointsJob.Points;
import io.staunch.function.SupplierFunction;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;

/**
 * Sets each customer's points in the service. Written again it sets the same, and the service refuses a process that was replaced: so the
 * service has the right points after any fault.
 *
 * @param client makes a client of the service, for one process
 */
public record PointsSink(SupplierFunction<PointsService> client) implements IdempotentSink<Points, Points> {
    @Override
    public String description() {
        return "points service";
    }

    @Override
    public boolean rejectsStaleWriters() {
        return true;
    }

    @Override
    public SinkEncoder<Points, Points> encoder(SinkContext context) {
        return (points, timestamp) -> points;
    }

    /** The service refuses by number by itself; a table would hold the row that {@code check} is asked about. */
    @Override
    public SinkConnection<Points> connect(SinkContext context, WriterCheck check) {
        PointsService service = context.environment().port(PointsService.class, client::make);
        long writer = context.owner().epoch();
        return new SinkConnection<>() {
            @Override
            public void write(Points record) {
                service.put(record.customer(), record.points(), writer);
            }

            /** Nothing is on its way: each write has been answered. */
            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
