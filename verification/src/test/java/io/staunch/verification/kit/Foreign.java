package io.staunch.verification.kit;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriterCheck;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.stream.IntStream;

/** Sources and sinks of some connector that no simulation knows, and that can't be connected to anything here. */
final class Foreign {
    private Foreign() {}

    /** What is counted. */
    record Count(String key, long count) {}

    /** Counts the words of a foreign source into a foreign sink. */
    static Pipeline counting(Sink<Count> sink, Guarantee guarantee) {
        return Pipeline.named("words")
                .guarantee(guarantee)
                .from("words", new Words())
                .keyBy(word -> word)
                .fold("counts", 0L, (count, word) -> count + 1)
                .map(Count::new)
                .to("counted", sink);
    }

    static List<String> words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "word-" + i * i % 7).toList();
    }

    static UnsupportedOperationException unreachable() {
        return new UnsupportedOperationException("a simulation has reached for the outside");
    }

    record Words() implements Source<String> {
        @Override
        public String description() {
            return "foreign words";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("it says so");
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw unreachable();
        }

        @Override
        public SourceReader<String> reader(SourceContext context) {
            throw unreachable();
        }
    }

    record Transactions() implements RereadSink<Count, Count> {
        @Override
        public String description() {
            return "foreign transactions";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("it says so");
        }

        @Override
        public String resourceKey() {
            return "foreign";
        }

        @Override
        public SinkEncoder<Count, Count> encoder(SinkContext context) {
            throw unreachable();
        }

        @Override
        public LeadConnection<Count> connect(LeadContext context) {
            throw unreachable();
        }
    }

    record Upserts() implements IdempotentSink<Count, Count> {
        @Override
        public String description() {
            return "foreign upserts";
        }

        @Override
        public boolean rejectsStaleWriters() {
            return true;
        }

        @Override
        public SinkEncoder<Count, Count> encoder(SinkContext context) {
            throw unreachable();
        }

        @Override
        public SinkConnection<Count> connect(SinkContext context, WriterCheck check) {
            throw unreachable();
        }
    }

    record Later(WriteAheadSink.Protection protection) implements WriteAheadSink<Count> {
        @Override
        public String description() {
            return "foreign, after checkpoints";
        }

        @Override
        public Class<Count> type() {
            return Count.class;
        }

        @Override
        public String resource() {
            return "foreign";
        }

        @Override
        public WriteAheadConnection<Count> connect(WriteAheadContext context) {
            throw unreachable();
        }
    }

    record Inserts() implements FlushingSink<Count, Count> {
        @Override
        public String description() {
            return "foreign inserts";
        }

        @Override
        public Offer offer() {
            return Offer.atLeastOnce("a replay inserts again", "Transactions");
        }

        @Override
        public SinkEncoder<Count, Count> encoder(SinkContext context) {
            throw unreachable();
        }

        @Override
        public SinkConnection<Count> connect(SinkContext context) {
            throw unreachable();
        }
    }
}
