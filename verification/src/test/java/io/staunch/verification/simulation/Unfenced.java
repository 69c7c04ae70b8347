package io.staunch.verification.simulation;

import io.staunch.ledger.Owner;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import org.jspecify.annotations.Nullable;

/** An idempotent sink whose writes are allowed whoever is named as the table's writer. */
record Unfenced<T, R>(IdempotentSink<T, R> sink) implements IdempotentSink<T, R> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public boolean rejectsStaleWriters() {
        return true;
    }

    @Override
    public SinkEncoder<T, R> encoder(SinkContext context) {
        return sink.encoder(context);
    }

    @Override
    public SinkConnection<R> connect(SinkContext context, WriterCheck check) {
        return sink.connect(context, new Anybody());
    }

    private record Anybody() implements WriterCheck {
        @Override
        public void take(@Nullable Owner row) {}

        @Override
        public void write(@Nullable Owner row) {}
    }
}
