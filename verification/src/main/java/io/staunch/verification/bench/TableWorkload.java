package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import java.util.List;

/**
 * Drains a topic of two partitions into a table of PostgreSQL, exactly once. The rate is that of rows that are committed, by the times that the
 * database notes; the writer is killed when the time is up, and every row that is there is looked at.
 */
final class TableWorkload implements Workload {
    static final String NAME = "topic-to-table";

    private static final String TOPIC = "numbered";

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        List<String> intervals = plan.checkpointedOr(NAME, "1s", "100ms");
        results.about("database of " + NAME, TableLanding.words());
        try (var topics = Topics.onOneBroker()) {
            topics.create(TOPIC);
            topics.fillNumbered(TOPIC, plan.records());
            Rounds.measure(
                    NAME,
                    plan,
                    intervals,
                    kind -> kind.table().isPresent(),
                    results,
                    (kind, interval, round) -> run(plan, topics, kind, classPaths, interval, round, results));
        }
    }

    private static Run run(
            Plan plan, Topics topics, Kind kind, ClassPaths classPaths, String interval, int round, Results results)
            throws Exception {
        try (var folder = new TemporaryFolder();
                var landing = new TableLanding(plan.records())) {
            var options = DrainWorkload.options(plan, topics, "throughput", TOPIC, "events", folder.path(), interval)
                    .with("url", landing.server().url())
                    .with("user", landing.server().user());
            String main = kind.table().orElseThrow();
            return new LandingRun(NAME, plan, kind, main, classPaths.table(kind), options)
                    .run(interval, round, landing, results);
        }
    }
}
