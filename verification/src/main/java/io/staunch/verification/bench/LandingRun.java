package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.RunOptions;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a workload that drains a topic into something that is no topic: its writer is killed when the time is up, and then all
 * that is there is looked at. Without two commits behind the warm-up there are no rates.
 */
record LandingRun(String workload, Plan plan, Kind kind, String main, List<Path> classPath, RunOptions options) {
    Run run(String setting, int round, Landing landing, Results results) throws Exception {
        LandingWatch watch;
        long until;
        try (var process = ContenderProcess.start(kind, classPath, plan.jvmOptions(), main, options)) {
            results.configured(workload, kind.label(), process.configuration());
            watch = new LandingWatch(process, landing);
            // One interval more: what is committed last within the time is to be seen.
            watch.watch(plan.warmUpSeconds() + plan.seconds() + options.intervalMs() / 1e3);
            until = System.currentTimeMillis() * 1000;
            if (plan.recordings().isPresent()) {
                String name = workload + "-" + setting + "-" + kind + "-" + round;
                process.dumpRecording(plan.recordings().get(), name);
            }
        }
        Commits all = landing.commits();
        boolean ended = all.rows() >= plan.records();
        Commits busy = ended ? all.withoutLast() : all;
        Map<Metric, Double> values = busy.window(
                        plan.warmUpSeconds(), plan.seconds(), ended ? busy.lastMicros() : until)
                .map(window -> watch.values(window, options.intervalMs()))
                .orElseGet(() -> new EnumMap<>(Metric.class));
        watch.stored(all.rows(), values);
        return new Run(workload, setting, kind.label(), round, values, landing.check());
    }
}
