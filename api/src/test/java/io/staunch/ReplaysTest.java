package io.staunch;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.aggregate.Aggregates;
import io.staunch.enrich.Enrichment;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport.Component;
import io.staunch.guarantee.Offer;
import io.staunch.keyed.Deduplication;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import io.staunch.state.KeyedStates;
import io.staunch.state.TimeToLive;
import io.staunch.time.Watermarks;
import io.staunch.window.SlidingWindows;
import io.staunch.window.Trigger;
import io.staunch.window.TumblingWindows;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReplaysTest {
    private static final SideOutput<RefusedRecord<Integer>> REFUSED = SideOutput.named("refused");
    private static final TumblingWindows WINDOWS = TumblingWindows.of(ofMillis(10));

    private final Pipeline pipeline = Pipeline.named("numbers");
    private final Stream<Integer> in = pipeline.from("in", new In());

    @Test
    void onlyWhatIsBeforeASinkCounts() {
        Stream<Integer> asked = asked(in, "prices");
        asked.to("behind", new Out());
        in.to("beside", new Out());
        in.union(asked).filter(n -> n > 0).to("united", new Out());
        assertThat(reason("behind")).contains("but enrichment 'prices' asks another system: read again");
        assertThat(reason("united")).contains("'prices'");
        assertThat(level("beside")).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(pipeline.guaranteeReport().weakest().name()).isEqualTo("behind");
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("remedy: a sink that shows nothing before its checkpoint: write-ahead");
    }

    @Test
    void whatASinkRefusesComesFromWhatIsBeforeIt() {
        asked(in, "prices").to("out", new Out(OnRefusedRecord.give(REFUSED)));
        pipeline.sideOutput("out", REFUSED).map(RefusedRecord::value).to("aside", new Out());
        assertThat(reason("aside")).contains("enrichment 'prices'");
    }

    @Test
    void ofSeveralTheFirstIsNamed() {
        asked(asked(in, "first"), "second").to("out", new Out());
        assertThat(reason("out")).contains("'first'").doesNotContain("second");
    }

    @Test
    void aPipelineThatAsksForAtLeastOnceHasIt() {
        asked(in, "prices").to("out", new Out());
        pipeline.guarantee(Guarantee.AT_LEAST_ONCE).validate();
    }

    @Test
    void whatGoesByEventTimeCountsIfIdleSplitsAreNotWaitedFor() {
        everyOperatorByEventTime(timed(), "waits");
        Stream<Integer> idle = pipeline.from("idle", new In())
                .eventTimeMillis(n -> n, Watermarks.disorder(ZERO).withIdleness(ofMillis(5)));
        everyOperatorByEventTime(idle, "idle");
        for (String operator : new String[] {"window", "sliding", "interval", "windowed", "firsts"}) {
            assertThat(level(operator + "-waits-out")).isEqualTo(Guarantee.EXACTLY_ONCE);
            assertThat(reason(operator + "-idle-out"))
                    .contains(operator + "-idle' goes by event time that does not wait for idle splits");
        }
    }

    private static void everyOperatorByEventTime(Stream<Integer> in, String name) {
        KeyedStream<Integer, Integer> keyed = in.keyByInt(n -> n);
        keyed.window(WINDOWS)
                .aggregate("window-" + name, Aggregates.list(Integer.class))
                .map((window, key, list) -> key)
                .to("window-" + name + "-out", new Out());
        keyed.window(SlidingWindows.of(ofMillis(10)).every(ofMillis(5)))
                .aggregate("sliding-" + name, Aggregates.list(Integer.class))
                .map((window, key, list) -> key)
                .to("sliding-" + name + "-out", new Out());
        keyed.join(keyed)
                .within(ZERO, ZERO)
                .map("interval-" + name, Integer.class, Integer.class, (left, right) -> left)
                .to("interval-" + name + "-out", new Out());
        keyed.join(keyed)
                .window(WINDOWS)
                .map("windowed-" + name, Integer.class, Integer.class, (left, right) -> left)
                .to("windowed-" + name + "-out", new Out());
        keyed.deduplicate("firsts-" + name, Deduplication.byEventTime(ofMillis(5)))
                .to("firsts-" + name + "-out", new Out());
    }

    @Test
    void earlyResultsCountIfAClockMakesThem() {
        windowed("clock", Trigger.everyInterval(ofMillis(5)));
        windowed("either", Trigger.everyInterval(ofMillis(5)).orEveryRecords(3));
        windowed("number", Trigger.everyRecords(3));
        assertThat(reason("clock-out")).contains("operator 'clock' gives results by the wall clock");
        assertThat(level("either-out")).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(level("number-out")).isEqualTo(Guarantee.EXACTLY_ONCE);
    }

    private void windowed(String name, Trigger trigger) {
        timed().keyByInt(n -> n)
                .window(WINDOWS)
                .trigger(trigger)
                .aggregate(name, Aggregates.list(Integer.class))
                .map((window, key, list) -> key)
                .to(name + "-out", new Out());
    }

    @Test
    void stateThatExpiresCountsAlsoBehindWindowsAndIfTheFactoryFailsAfterwards() {
        processed("kept", states -> states.value("seen", Boolean.class));
        processed("expires", states -> expiring(states));
        processed("fails", states -> {
            expiring(states);
            throw new IllegalStateException("no such resource");
        });
        timed().keyByInt(n -> n)
                .window(WINDOWS)
                .aggregate("window", Aggregates.list(Integer.class))
                .<Integer>process(states -> {
                    expiring(states);
                    return (window, list, context) -> context.emit(context.key());
                })
                .to("window-out", new Out());
        assertThat(level("kept-out")).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(reason("expires-out")).contains("operator 'expires' has state that expires by the wall clock");
        assertThat(level("fails-out")).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(reason("window-out")).contains("operator 'window' has state that expires");
    }

    private static void expiring(KeyedStates states) {
        states.expiring(TimeToLive.sinceWrite(ofMillis(5))).value("seen", Boolean.class);
    }

    private interface Take extends java.io.Serializable {
        void from(KeyedStates states);
    }

    private void processed(String name, Take take) {
        in.keyByInt(n -> n)
                .<Integer>process(name, states -> {
                    take.from(states);
                    KeyedProcess<Integer, Integer, Integer> function = (n, context) -> context.emit(n);
                    return function;
                })
                .to(name + "-out", new Out());
    }

    private Stream<Integer> timed() {
        return in.eventTimeMillis(n -> n, ZERO);
    }

    private static Stream<Integer> asked(Stream<Integer> in, String name) {
        return in.enrich(name, Enrichment.ordered(Integer.class, n -> CompletableFuture.completedFuture(n)));
    }

    private Guarantee level(String sink) {
        return component(sink).offer().level();
    }

    private String reason(String sink) {
        assertThat(level(sink)).isEqualTo(Guarantee.AT_LEAST_ONCE);
        return component(sink).offer().reason();
    }

    private Component component(String sink) {
        return pipeline.guaranteeReport().components().stream()
                .filter(component -> component.label().equals("sink '" + sink + "'"))
                .findFirst()
                .orElseThrow();
    }

    private record In() implements Source<Integer> {
        @Override
        public String description() {
            return "in";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("never read");
        }

        @Override
        public boolean bySplit() {
            return true;
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<Integer> reader(SourceContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record Out(OnRefusedRecord onRefusedRecord) implements IdempotentSink<Integer, Integer> {
        Out() {
            this(OnRefusedRecord.FAIL);
        }

        @Override
        public String description() {
            return "out";
        }

        @Override
        public boolean rejectsStaleWriters() {
            return true;
        }

        @Override
        public SinkEncoder<Integer, Integer> encoder(SinkContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SinkConnection<Integer> connect(SinkContext context, WriterCheck check) {
            throw new UnsupportedOperationException();
        }
    }
}
