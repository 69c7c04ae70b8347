package io.staunch.runtime.job;

import io.staunch.sink.FlushingSink;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriterCheck;
import io.staunch.source.Source;
import org.jspecify.annotations.Nullable;

/** The engine handles records of any type as objects; a pipeline's builder has checked that they fit. */
@SuppressWarnings("unchecked")
final class Casts {
    private Casts() {}

    static RereadSink<Object, Object> lead(RereadSink<?, ?> sink) {
        return (RereadSink<Object, Object>) sink;
    }

    static WriteAheadSink<Object> follower(Sink<?> sink) {
        return (WriteAheadSink<Object>) sink;
    }

    static TwoPhaseCommitSink<Object> preparing(Sink<?> sink) {
        return (TwoPhaseCommitSink<Object>) sink;
    }

    static Source<Object> source(Source<?> source) {
        return (Source<Object>) source;
    }

    /** @param lead of the job; null if it has none */
    static SinkEncoder<Object, Object> encoder(
            Sink<?> sink, SinkContext context, @Nullable LeadConnection<Object> lead) {
        return switch (sink.kind()) {
            case FLUSHING -> ((FlushingSink<Object, Object>) sink).encoder(context);
            case IDEMPOTENT -> ((IdempotentSink<Object, Object>) sink).encoder(context);
            case REREAD ->
                lead == null
                        ? ((RereadSink<Object, Object>) sink).encoder(context)
                        : ((RereadSink<Object, Object>) sink).encoder(context, lead);
            case WRITE_AHEAD -> {
                WriteAheadSink<Object> follower = follower(sink);
                yield (value, timestamp) -> {
                    follower.check(value);
                    return value;
                };
            }
            case TWO_PHASE_COMMIT -> {
                TwoPhaseCommitSink<Object> preparing = preparing(sink);
                yield (value, timestamp) -> {
                    preparing.check(value);
                    return value;
                };
            }
        };
    }

    static SinkConnection<Object> connect(Sink<?> sink, SinkContext context, WriterCheck check) {
        return switch (sink.kind()) {
            case FLUSHING -> ((FlushingSink<Object, Object>) sink).connect(context);
            case IDEMPOTENT -> ((IdempotentSink<Object, Object>) sink).connect(context, check);
            case REREAD -> throw new IllegalStateException("a lead is connected by the start of a job");
            case WRITE_AHEAD, TWO_PHASE_COMMIT ->
                throw new IllegalStateException("a follower is connected by the start of a job");
        };
    }
}
