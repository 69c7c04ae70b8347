package io.staunch.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up runs, in the same room however many there are. Safe for several threads. */
final class CampaignCount {
    private static final int KEPT = 5;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final long from;
    private final long startNanos = System.nanoTime();
    private final List<RunResult> failed = new ArrayList<>();
    private final Sizes records = new Sizes();
    private final Sizes checkpoints = new Sizes();
    private final Sizes crashes = new Sizes();
    private final Map<String, Long> faultsAt = new TreeMap<>();
    private final CrashTable.Count crashPoints = new CrashTable.Count();
    private long runs;
    private long failures;
    private long pauses;
    private long steps;
    private long trace;

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
        runs++;
        records.add(run.output().seen());
        checkpoints.add(run.checkpoints());
        crashes.add(run.crashes());
        crashPoints.add(run);
        run.faults().forEach(f -> faultsAt.merge(f.action() + " " + f.at(), 1L, Long::sum));
        pauses += run.pauses();
        steps += run.steps();
        trace += (run.hash() ^ run.seed()) * MIX;
    }

    synchronized long failures() {
        return failures;
    }

    /** Everything. */
    synchronized CampaignResult result() {
        return result(crashPoints.table());
    }

    /** Without crash points: there are so many pairs of them that putting them together again and again takes longer than many a run. */
    synchronized CampaignResult soFar() {
        return result(new CrashTable(Map.of(), Map.of()));
    }

    private CampaignResult result(CrashTable deaths) {
        return new CampaignResult(
                from,
                runs,
                failed,
                failures,
                records.sum(),
                checkpoints.sum(),
                crashes.sum(),
                pauses,
                records.median(),
                checkpoints.median(),
                crashes.median(),
                steps,
                trace,
                new TreeMap<>(faultsAt),
                deaths,
                (System.nanoTime() - startNanos) / 1e9);
    }

    /** A number of each run, counted by its value: there are few. */
    private static final class Sizes {
        private final TreeMap<Long, Long> counts = new TreeMap<>();
        private long runs;
        private long sum;

        void add(long size) {
            counts.merge(size, 1L, Long::sum);
            runs++;
            sum += size;
        }

        long sum() {
            return sum;
        }

        long median() {
            long below = 0;
            for (Map.Entry<Long, Long> each : counts.entrySet()) {
                below += each.getValue();
                if (2 * below > runs) {
                    return each.getKey();
                }
            }
            return 0;
        }
    }
}
