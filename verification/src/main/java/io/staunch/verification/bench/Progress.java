package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Run;

/** Tells of each run as it ends, on standard error: the results come at the end, on standard output. */
final class Progress {
    private Progress() {}

    static void tell(Run run) {
        var line = new StringBuilder(
                run.workload() + " at " + run.setting() + ", round " + run.round() + ", " + run.contender() + ": ");
        for (Metric metric : Metric.values()) {
            Double value = run.values().get(metric);
            if (value != null) {
                line.append(metric.words())
                        .append(' ')
                        .append(metric.text(value))
                        .append(metric.title().substring(metric.words().length() + 1))
                        .append("; ");
            }
        }
        System.err.println(line + run.output());
    }
}
