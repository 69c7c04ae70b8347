package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.RunOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * B3 i: drains a topic of two partitions (100-byte values, 100,000 keys) through a keyed running count into another one, exactly once. The
 * rate is that of committed output, seen from outside, from the first fifth to the end.
 */
final class DrainWorkload implements Workload {
    static final String NAME = "topic-to-topic";

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        try (var topics = Topics.onOneBroker()) {
            topics.create("in");
            topics.fill("in", plan.records());
            Rounds.measure(
                    NAME,
                    plan,
                    plan.intervalsOr("1s", "100ms"),
                    kind -> kind.drain().isPresent(),
                    results,
                    (kind, interval, round) ->
                            run(plan, topics, kind, classPaths.kafka(kind), interval, round, results));
        }
    }

    static RunOptions options(
            Plan plan, Topics topics, String goal, String in, String out, Path folder, String interval) {
        return new RunOptions(Map.of(
                "bootstrap", topics.bootstrapServers(),
                "goal", goal,
                "in", in,
                "out", out,
                "folder", folder.toString(),
                "intervalMs", Long.toString(Plan.intervalMs(interval)),
                "shortestMs", Long.toString(Plan.shortestMs(interval)),
                "partitions", Integer.toString(topics.partitions()),
                "parallelism", Integer.toString(plan.parallelism())));
    }

    private static Run run(
            Plan plan, Topics topics, Kind kind, List<Path> classPath, String interval, int round, Results results)
            throws Exception {
        long intervalMs = Plan.intervalMs(interval);
        String out = kind.option() + "-" + interval + "-" + round;
        topics.create(out);
        try (var folder = new TemporaryFolder()) {
            var options = options(plan, topics, "throughput", "in", out, folder.path(), interval);
            String main = kind.drain().orElseThrow();
            Map<Metric, Double> values;
            try (var process = ContenderProcess.start(kind, classPath, plan.jvmOptions(), main, options);
                    var committed = new Committed(topics, out)) {
                results.configured(NAME, kind.label(), process.configuration());
                var watch = new DrainWatch(process, committed, plan.records(), intervalMs);
                watch.toTheEnd();
                if (plan.recordings().isPresent()) {
                    process.dumpRecording(plan.recordings().get(), NAME + "-" + interval + "-" + kind + "-" + round);
                }
                values = watch.values(plan.records() / 5);
            }
            return new Run(NAME, interval, kind.label(), round, values, topics.check(out, plan.records()));
        } finally {
            topics.delete(out);
        }
    }
}
