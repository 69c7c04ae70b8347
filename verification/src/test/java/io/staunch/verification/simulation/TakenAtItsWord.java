package io.staunch.verification.simulation;

import io.staunch.guarantee.Offer;
import io.staunch.ledger.Owner;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import org.jspecify.annotations.Nullable;

/**
 * An idempotent sink that says it is exactly-once wherever it stands, so that it is not refused. Nobody is asked who may write: it is for worlds without processes that stand still and
 * go on, in which nobody else does.
 */
record TakenAtItsWord<T, R>(IdempotentSink<T, R> sink) implements FlushingSink<T, R> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("it says so");
    }

    @Override
    public SinkEncoder<T, R> encoder(SinkContext context) {
        return sink.encoder(context);
    }

    @Override
    public SinkConnection<R> connect(SinkContext context) {
        return sink.connect(context, new WriterCheck() {
            @Override
            public void take(@Nullable Owner row) {}

            @Override
            public void write(@Nullable Owner row) {}
        });
    }
}
