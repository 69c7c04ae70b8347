package io.staunch.verification.bench.engine;

import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.WindowEvents.Result;

/** Adds up checksums, and the events of windows, where the results are, on the worker: nothing is left to be written. */
record MeteredWindows() implements FlushingSink<Result, Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public String description() {
        return "a checksum";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("no effect outside the process");
    }

    @Override
    public SinkEncoder<Result, Object> encoder(SinkContext context) {
        Meter.Lane lane = Meter.lane();
        return (value, timestamp) -> {
            lane.add(value.checksum(), value.total().count());
            return null;
        };
    }

    @Override
    public SinkConnection<Object> connect(SinkContext context) {
        return new SinkConnection<>() {
            @Override
            public void write(Object record) {}

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
