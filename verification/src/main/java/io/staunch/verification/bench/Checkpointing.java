package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.run.Figures;
import io.staunch.verification.bench.run.Meter;
import java.util.Map;

/** What happened to checkpoints between two looks. */
final class Checkpointing {
    private Checkpointing() {}

    static void measure(Figures before, Figures after, double seconds, long intervalMs, Map<Metric, Double> into) {
        if (intervalMs == 0 || after.checkpoints() == Meter.UNKNOWN) {
            return;
        }
        long completed = after.checkpoints() - before.checkpoints();
        long syncs = after.syncs() - before.syncs();
        into.put(Metric.CHECKPOINTS, completed * intervalMs / 1e3 / seconds);
        into.put(Metric.CHECKPOINT_COUNT, (double) completed);
        if (completed > 0 && after.bytes() > before.bytes()) {
            into.put(Metric.CHECKPOINT_BYTES, (double) (after.bytes() - before.bytes()) / completed);
        }
        if (syncs > 0) {
            into.put(Metric.SYNC, (after.syncNanos() - before.syncNanos()) / 1e6 / syncs);
        }
    }
}
