package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.function.MapFunction;
import io.staunch.guarantee.Offer;
import io.staunch.observe.Metrics.Checkpoints;
import io.staunch.observe.Metrics.Timing;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures how long barriers take under back pressure: a source without end before something slow. A figure and no verdict, so it runs with
 * {@code -Dstaunch.alignment=measure} only.
 */
@EnabledIfSystemProperty(named = "staunch.alignment", matches = "measure")
class AlignmentTest {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    /** Those of the first ones in which the size of batches finds the receiver's pace. */
    private static final int WARM_UP = 8;

    private static final int MEASURED = 32;

    @TempDir
    Path folder;

    /** Takes its time for each record. */
    private record Slow(long nanos) implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Long value) {
            pause(nanos);
            return value;
        }
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Forgets what it takes its time to write. */
    private record Forgets(long nanos) implements FlushingSink<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "nothing is kept";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("for a measurement");
        }

        @Override
        public SinkEncoder<Long, Long> encoder(SinkContext context) {
            return (value, timestamp) -> value;
        }

        @Override
        public SinkConnection<Long> connect(SinkContext context) {
            return new SinkConnection<>() {
                @Override
                public void write(Long record) {
                    pause(nanos);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
        }
    }

    @ParameterizedTest
    @CsvSource({
        "operator, 100, 1, 2",
        "operator, 1000, 1, 2",
        "operator, 1000, 3, 2",
        "operator, 1000, 1, 4",
        "operator, 20000, 1, 2",
        "operator, 20000, 3, 2",
        "operator, 20000, 3, 4",
        "sink, 100, 1, 2",
        "sink, 1000, 1, 2",
        "sink, 1000, 3, 4",
        "sink, 20000, 1, 2"
    })
    void barriersUnderBackPressure(String slow, int micros, int depth, int parallelism, TestReporter reporter)
            throws Exception {
        boolean operator = slow.equals("operator");
        Pipeline pipeline = Pipeline.named("alignment").guarantee(EXACTLY_ONCE);
        Stream<Long> stream = pipeline.from("numbers", new Numbers(parallelism, Long.MAX_VALUE, false));
        for (int i = 0; i < depth; i++) {
            int by = 1000 + i;
            stream = stream.keyByLong(n -> n % by)
                    .fold("count-" + i, 0L, (count, n) -> n)
                    .values();
        }
        if (operator) {
            stream = stream.map(new Slow(1000L * micros));
        }
        stream.to("out", new Forgets(operator ? 0 : 1000L * micros));
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(INTERVAL)
                .checkpointTimeout(Duration.ofMinutes(1))
                .lastCheckpointWithin(Duration.ZERO)
                .parallelism(parallelism)
                .workers(parallelism)
                .restart(RestartPolicy.never());
        List<Checkpoints> seen = new ArrayList<>();
        try (Job job = Staunch.start(pipeline, settings)) {
            for (long completed = 0; completed < WARM_UP + MEASURED; ) {
                assertThat(job.status().failure()).isNull();
                Checkpoints now = job.metrics().checkpoints();
                if (now.completed() > completed) {
                    completed = now.completed();
                    if (completed > WARM_UP) {
                        seen.add(now);
                    }
                }
                LockSupport.parkNanos(1_000_000);
            }
            job.stop();
        }
        String row = String.format(
                Locale.ROOT,
                "| %s, %d us | %d | %d | %s | %s | %d |",
                slow,
                micros,
                depth,
                parallelism,
                times(seen, Checkpoints::alignment),
                times(seen, Checkpoints::duration),
                seen.size());
        reporter.publishEntry("alignment", row);
    }

    private static String times(List<Checkpoints> seen, Function<Checkpoints, Timing> kind) {
        List<Double> sorted = new ArrayList<>();
        for (Checkpoints one : seen) {
            sorted.add(kind.apply(one).lastNanos() / 1e6);
        }
        Collections.sort(sorted);
        double median = sorted.get(sorted.size() / 2);
        double p99 = sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
        double max = sorted.get(sorted.size() - 1);
        return String.format(Locale.ROOT, "%.1f / %.1f / %.1f", median, p99, max);
    }
}
