package io.staunch.testkit.simulation.own;

import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriterCheck;
import java.util.List;

/** A user's sinks as they are, whose calls to their outside are places for faults: {@code <name>.write}, {@code <name>.flush} and so on. */
public final class WatchedSinks {
    private WatchedSinks() {}

    /** The same sink, watched. */
    public static Sink<?> watch(String name, Sink<?> sink) {
        return switch (sink.kind()) {
            case FLUSHING -> new Flushing<>(name, (FlushingSink<?, ?>) sink);
            case IDEMPOTENT -> new Idempotent<>(name, (IdempotentSink<?, ?>) sink);
            case REREAD -> new Reread<>(name, (RereadSink<?, ?>) sink);
            case WRITE_AHEAD -> new WatchedWriteAhead<>(name, (WriteAheadSink<?>) sink);
            case TWO_PHASE_COMMIT -> new WatchedTwoPhaseCommit<>(name, (TwoPhaseCommitSink<?>) sink);
        };
    }

    private record Flushing<T, R>(String name, FlushingSink<T, R> sink) implements FlushingSink<T, R> {
        @Override
        public String description() {
            return sink.description();
        }

        @Override
        public Offer offer() {
            return sink.offer();
        }

        @Override
        public OnRefusedRecord onRefusedRecord() {
            return sink.onRefusedRecord();
        }

        @Override
        public List<String> problems() {
            return sink.problems();
        }

        @Override
        public SinkEncoder<T, R> encoder(SinkContext context) {
            return sink.encoder(context);
        }

        @Override
        public SinkConnection<R> connect(SinkContext context) {
            return new WatchedConnection<>(sink.connect(context), Calls.of(context.environment(), name));
        }
    }

    private record Idempotent<T, R>(String name, IdempotentSink<T, R> sink) implements IdempotentSink<T, R> {
        @Override
        public String description() {
            return sink.description();
        }

        @Override
        public Offer offer() {
            return sink.offer();
        }

        @Override
        public OnRefusedRecord onRefusedRecord() {
            return sink.onRefusedRecord();
        }

        @Override
        public List<String> problems() {
            return sink.problems();
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
            return new WatchedConnection<>(sink.connect(context, check), Calls.of(context.environment(), name));
        }
    }

    private record Reread<T, R>(String name, RereadSink<T, R> sink) implements RereadSink<T, R> {
        @Override
        public String description() {
            return sink.description();
        }

        @Override
        public Offer offer() {
            return sink.offer();
        }

        @Override
        public OnRefusedRecord onRefusedRecord() {
            return sink.onRefusedRecord();
        }

        @Override
        public List<String> problems() {
            return sink.problems();
        }

        @Override
        public String resourceKey() {
            return sink.resourceKey();
        }

        @Override
        public SinkEncoder<T, R> encoder(SinkContext context) {
            return sink.encoder(context);
        }

        @Override
        public SinkEncoder<T, R> encoder(SinkContext context, LeadConnection<R> connection) {
            return connection instanceof WatchedLeadConnection<R> watched
                    ? sink.encoder(context, watched.connection())
                    : sink.encoder(context, connection);
        }

        /** The resource's calls have the name of one of its sinks, the first one's: all of them share the connection. */
        @Override
        public LeadConnection<R> connect(LeadContext context) {
            var own = new LeadContext(
                    context.job(),
                    context.sinks().stream()
                            .<RereadSink<?, ?>>map(Reread::plain)
                            .toList(),
                    context.environment(),
                    context.checkpointEvery(),
                    context.checkpointTimeout());
            return new WatchedLeadConnection<>(sink.connect(own), Calls.of(context.environment(), name));
        }

        private static RereadSink<?, ?> plain(RereadSink<?, ?> sink) {
            return sink instanceof Reread<?, ?> watched ? watched.sink : sink;
        }
    }
}
