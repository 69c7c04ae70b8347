package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * B5: from the start of a JVM to the first output of a trivial pipeline. In {@code core} that is one generated event, counted by key, at the
 * sink of the same process. In {@code kafka-json} it is one JSON value from a topic, counted by key, into another, seen as committed;
 * contenders without JSON do the pipeline of B3 with one record. Resident memory is looked at then; of the class path only jars count.
 */
final class FootprintWorkload implements Workload {
    static final String NAME = "footprint";

    /** A small heap to begin with: otherwise resident memory tells of garbage that nobody had to collect yet. */
    static final List<String> JVM_OPTIONS = List.of("-Xms32m", "-Xmx1g", "-XX:+UseSerialGC", "-Xshare:auto");

    private static final byte[] JSON = "{\"customer\":\"a\",\"cents\":100}".getBytes(StandardCharsets.UTF_8);
    private static final String JSON_JOB = "io.staunch.verification.bench.engine.JsonJob";

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        Rounds.measure(
                NAME,
                plan,
                List.of("core"),
                kind -> kind.firstOutput().isPresent(),
                results,
                (kind, setting, round) -> core(plan, kind, classPaths.core(kind), round, results));
        try (var topics = Topics.onOneBroker()) {
            Rounds.measure(
                    NAME,
                    plan,
                    List.of("kafka-json"),
                    kind -> kind.drain().isPresent(),
                    results,
                    (kind, setting, round) -> kafka(plan, topics, kind, classPaths.kafka(kind), round, results));
        }
    }

    private static Run core(Plan plan, Kind kind, List<Path> classPath, int round, Results results) throws Exception {
        try (var folder = new TemporaryFolder()) {
            var options = new RunOptions(Map.of(
                    "folder", folder.path().toString(),
                    "intervalMs", "100",
                    "parallelism", Integer.toString(plan.parallelism())));
            String main = kind.firstOutput().orElseThrow();
            try (var process = ContenderProcess.start(kind, classPath, JVM_OPTIONS, main, options)) {
                results.configured(NAME + " core", kind.label(), process.configuration());
                process.awaitFirstOutput();
                Map<Metric, Double> values = values(process, classPath);
                return new Run(NAME, "core", kind.label(), round, values, Run.THERE);
            }
        }
    }

    private static Run kafka(Plan plan, Topics topics, Kind kind, List<Path> classPath, int round, Results results)
            throws Exception {
        String out = kind.option() + "-" + round;
        String in = "in-" + out;
        topics.create(in);
        topics.create(out);
        topics.send(in, "a", kind == Kind.STAUNCH ? JSON : Values.made(0));
        try (var folder = new TemporaryFolder();
                var committed = new Committed(topics, out)) {
            committed.offsets();
            var options = DrainWorkload.options(plan, topics, "latency", in, out, folder.path(), "100ms");
            String main = kind == Kind.STAUNCH ? JSON_JOB : kind.drain().orElseThrow();
            try (var process = ContenderProcess.start(kind, classPath, JVM_OPTIONS, main, options)) {
                results.configured(NAME + " kafka-json", kind.label(), process.configuration());
                while (committed.offsets() == 0) {
                    if (System.nanoTime() - process.startedNanos() > 60e9) {
                        throw new IllegalStateException("no output within a minute");
                    }
                    Thread.sleep(2);
                }
                Map<Metric, Double> values = values(process, classPath);
                return new Run(NAME, "kafka-json", kind.label(), round, values, Run.THERE);
            }
        } finally {
            topics.delete(in);
            topics.delete(out);
        }
    }

    private static Map<Metric, Double> values(ContenderProcess process, List<Path> classPath) throws Exception {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.FIRST_OUTPUT, (System.nanoTime() - process.startedNanos()) / 1e9);
        values.put(Metric.RSS, process.residentMb());
        values.put(Metric.CLASS_PATH, ClassPaths.bytes(classPath) / 1e6);
        return values;
    }
}
