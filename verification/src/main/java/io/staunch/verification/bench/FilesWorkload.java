package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import java.util.List;
import java.util.stream.Stream;

/**
 * Drains a topic of two partitions into files of JSON lines that appear whole, exactly once. The rate is that of rows in files that have appeared, by the times that
 * the file system notes; the writer is killed when the time is up, and every row that is there is looked at.
 */
final class FilesWorkload implements Workload {
    static final String NAME = "topic-to-files";

    private static final String TOPIC = "numbered";
    private static final String ZSTD = " zstd";

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        List<String> settings = plan.checkpointedOr(NAME, "1s", "100ms").stream()
                .flatMap(interval -> Stream.of(interval, interval + ZSTD))
                .toList();
        try (var topics = Topics.onOneBroker()) {
            topics.create(TOPIC);
            topics.fillNumbered(TOPIC, plan.records());
            Rounds.measure(
                    NAME,
                    plan,
                    settings,
                    kind -> kind.files().isPresent(),
                    results,
                    (kind, setting, round) -> run(plan, topics, kind, classPaths, setting, round, results));
        }
    }

    private static Run run(
            Plan plan, Topics topics, Kind kind, ClassPaths classPaths, String setting, int round, Results results)
            throws Exception {
        String interval = setting.replace(ZSTD, "");
        try (var folder = new TemporaryFolder();
                var files = new TemporaryFolder();
                var landing = FilesLanding.of(files.path(), plan.records(), Plan.intervalMs(interval))) {
            var options = DrainWorkload.options(plan, topics, "throughput", TOPIC, "events", folder.path(), interval)
                    .with("files", files.path().toString())
                    .with("compression", setting.endsWith(ZSTD) ? "zstd" : "none");
            String main = kind.files().orElseThrow();
            return new LandingRun(NAME, plan, kind, main, classPaths.files(kind), options)
                    .run(setting, round, landing, results);
        }
    }
}
