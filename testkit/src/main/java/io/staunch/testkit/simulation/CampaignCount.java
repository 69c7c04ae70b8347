package io.staunch.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up runs. Safe for several threads. */
final class CampaignCount {
    private static final int KEPT = 5;

    private final long from;
    private final long startNanos = System.nanoTime();
    private final List<RunResult> failed = new ArrayList<>();
    private final List<long[]> sizes = new ArrayList<>();
    private final Map<String, Long> faultsAt = new TreeMap<>();
    private long failures;
    private long pauses;
    private long steps;

    CampaignCount(long from) {
        this.from = from;
    }

    synchronized void add(RunResult run) {
        if (!run.passed()) {
            failures++;
            failed.add(run);
            failed.sort(Comparator.comparingLong(RunResult::seed));
            if (failed.size() > KEPT) {
                failed.remove(KEPT);
            }
        }
        sizes.add(new long[] {run.output().seen(), run.checkpoints(), run.crashes()});
        run.faults().forEach(f -> faultsAt.merge(f.action() + " " + f.at(), 1L, Long::sum));
        pauses += run.pauses();
        steps += run.steps();
    }

    synchronized long failures() {
        return failures;
    }

    synchronized CampaignResult result() {
        return new CampaignResult(
                from,
                sizes.size(),
                failed,
                failures,
                sum(0),
                sum(1),
                sum(2),
                pauses,
                median(0),
                median(1),
                median(2),
                steps,
                new TreeMap<>(faultsAt),
                (System.nanoTime() - startNanos) / 1e9);
    }

    private long sum(int column) {
        return sizes.stream().mapToLong(s -> s[column]).sum();
    }

    private long median(int column) {
        return sizes.isEmpty()
                ? 0
                : sizes.stream().mapToLong(s -> s[column]).sorted().toArray()[sizes.size() / 2];
    }
}
