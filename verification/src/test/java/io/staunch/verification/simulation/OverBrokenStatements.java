package io.staunch.verification.simulation;

import io.staunch.sink.IdempotentSink;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriterCheck;
import io.staunch.verification.simulation.BrokenStatements.How;

/** A sink whose connections to a database do something else than they are told. */
final class OverBrokenStatements {
    private OverBrokenStatements() {}

    static <T> Sink<T> of(WriteAheadSink<T> sink, How how) {
        return new WriteAhead<>(sink, how);
    }

    static <T, R> Sink<T> of(IdempotentSink<T, R> sink, How how) {
        return new Upsert<>(sink, how);
    }

    private record WriteAhead<T>(WriteAheadSink<T> sink, How how) implements WriteAheadSink<T> {
        @Override
        public String description() {
            return sink.description();
        }

        @Override
        public Class<T> type() {
            return sink.type();
        }

        @Override
        public String resource() {
            return sink.resource();
        }

        @Override
        public Protection protection() {
            return sink.protection();
        }

        @Override
        public WriteAheadConnection<T> connect(WriteAheadContext context) throws Exception {
            return sink.connect(new WriteAheadContext(
                    context.job(),
                    context.sink(),
                    context.resource(),
                    new BrokenStatements(context.environment(), how)));
        }
    }

    private record Upsert<T, R>(IdempotentSink<T, R> sink, How how) implements IdempotentSink<T, R> {
        @Override
        public String description() {
            return sink.description();
        }

        @Override
        public boolean rejectsStaleWriters() {
            return sink.rejectsStaleWriters();
        }

        @Override
        public SinkEncoder<T, R> encoder(SinkContext context) {
            return sink.encoder(context);
        }

        @Override
        public SinkConnection<R> connect(SinkContext context, WriterCheck check) {
            return sink.connect(
                    new SinkContext(
                            context.job(),
                            context.sink(),
                            context.owner(),
                            new BrokenStatements(context.environment(), how)),
                    check);
        }
    }
}
