package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * B4: the drain of B3 is killed by {@code SIGKILL} when a third is committed and started anew on what it left; from the start of the new
 * process to the first newly committed output that a consumer sees. Then it drains the rest, and all of the output is checked.
 */
final class RecoveryWorkload implements Workload {
    static final String NAME = "recovery";
    static final List<String> JVM_OPTIONS = List.of("-Xmx1g", "-XX:+UseSerialGC", "-Xshare:auto");

    /** After a kill, for what was on its way to be done: what was committed then is not taken for new output. */
    private static final Duration SETTLE = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        int records = Math.min(plan.records(), 3_000_000);
        try (var topics = Topics.onOneBroker()) {
            topics.create("in");
            topics.fill("in", records);
            Rounds.measure(
                    NAME,
                    plan,
                    plan.intervalsOr("100ms"),
                    kind -> kind.drain().isPresent(),
                    results,
                    (kind, interval, round) ->
                            run(plan, topics, kind, classPaths.kafka(kind), interval, round, records, results));
        }
    }

    private static Run run(
            Plan plan,
            Topics topics,
            Kind kind,
            List<Path> classPath,
            String interval,
            int round,
            int records,
            Results results)
            throws Exception {
        String out = kind.option() + "-" + interval + "-" + round;
        topics.create(out);
        try (var folder = new TemporaryFolder();
                var reader = new Reader(topics.committed(out))) {
            var options = DrainWorkload.options(plan, topics, "throughput", "in", out, folder.path(), interval);
            try (var process = start(kind, classPath, options)) {
                results.configured(NAME, kind.label(), process.configuration());
                reader.awaitMoreThan(records / 3);
            }
            reader.drainFor(SETTLE);
            Map<Metric, Double> values = new EnumMap<>(Metric.class);
            try (var process = start(kind, classPath, options)) {
                reader.awaitMoreThan(reader.count);
                values.put(Metric.FIRST_OUTPUT, (System.nanoTime() - process.startedNanos()) / 1e9);
                reader.awaitMoreThan(records - 1);
                reader.drainFor(SETTLE.multipliedBy(4));
            }
            return new Run(NAME, interval, kind.label(), round, values, topics.check(out, records));
        } finally {
            topics.delete(out);
        }
    }

    private static ContenderProcess start(Kind kind, List<Path> classPath, RunOptions options) throws Exception {
        return ContenderProcess.start(kind, classPath, JVM_OPTIONS, kind.drain().orElseThrow(), options);
    }

    /** Counts what is committed. */
    private static final class Reader implements AutoCloseable {
        private final KafkaConsumer<String, byte[]> consumer;
        private long count;

        Reader(KafkaConsumer<String, byte[]> consumer) {
            this.consumer = consumer;
        }

        void awaitMoreThan(long records) {
            long begin = System.nanoTime();
            long before = count;
            while (count <= records) {
                count += consumer.poll(Duration.ofMillis(20)).count();
                if (count > before) {
                    before = count;
                    begin = System.nanoTime();
                }
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new IllegalStateException("at " + count + " records nothing came for " + PATIENCE);
                }
            }
        }

        void drainFor(Duration time) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < time.toNanos()) {
                int more = consumer.poll(Duration.ofMillis(20)).count();
                count += more;
                begin = more > 0 ? System.nanoTime() : begin;
            }
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
