package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.Figures;
import io.staunch.verification.bench.run.RunOptions;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** B1: keyed running count in one process, over generated events that end when the time is over. */
final class KeyedCountWorkload implements Workload {
    static final String NAME = "keyed-count";

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        Rounds.measure(
                NAME,
                plan,
                plan.intervalsOr("off", "1s", "100ms"),
                kind -> kind.keyedCount().isPresent(),
                results,
                (kind, interval, round) -> run(plan, kind, classPaths.core(kind), interval, round, results));
    }

    private static Run run(Plan plan, Kind kind, List<Path> classPath, String interval, int round, Results results)
            throws Exception {
        long intervalMs = Plan.intervalMs(interval);
        try (var folder = new TemporaryFolder()) {
            var options = new RunOptions(Map.of(
                    "folder", folder.path().toString(),
                    "intervalMs", Long.toString(intervalMs),
                    "parallelism", Integer.toString(plan.parallelism())));
            String main = kind.keyedCount().orElseThrow();
            try (var process = ContenderProcess.start(kind, classPath, plan.jvmOptions(), main, options)) {
                results.configured(NAME, kind.label(), process.configuration());
                awaitOutput(process);
                Thread.sleep(plan.warmUpSeconds() * 1000L);
                Map<Metric, Double> values = window(plan, process, intervalMs);
                if (plan.recordings().isPresent()) {
                    process.dumpRecording(plan.recordings().get(), NAME + "-" + interval + "-" + kind + "-" + round);
                }
                String output = check(process.finish());
                return new Run(NAME, interval, kind.label(), round, values, output);
            }
        }
    }

    static void awaitOutput(ContenderProcess process) throws Exception {
        long begin = System.nanoTime();
        while (process.figures().outputs() == 0) {
            if (System.nanoTime() - begin > 120e9) {
                throw new IllegalStateException("no output within two minutes");
            }
            Thread.sleep(50);
        }
    }

    static Map<Metric, Double> window(Plan plan, ContenderProcess process, long intervalMs) throws Exception {
        process.figures();
        Thread.sleep(10);
        Figures before = process.figures();
        double cpuBefore = process.cpuSeconds();
        long begin = System.nanoTime();
        long stall = 0;
        long sync = 0;
        Figures after = before;
        while (System.nanoTime() - begin < plan.seconds() * 1e9) {
            Thread.sleep(Math.min(1000, plan.seconds() * 1000L));
            after = process.figures();
            stall = Math.max(stall, after.stallNanos());
            sync = Math.max(sync, after.longestSyncNanos());
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double cpu = process.cpuSeconds() - cpuBefore;
        long outputs = after.outputs() - before.outputs();
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.RATE, outputs / seconds);
        values.put(Metric.STEADY, seconds);
        values.put(Metric.STALL, stall / 1e6);
        values.put(Metric.CPU, cpu);
        if (outputs > 0) {
            values.put(Metric.CPU_PER_MILLION, cpu * 1e6 / outputs);
        }
        Checkpointing.measure(before, after, seconds, intervalMs, values);
        if (sync > 0) {
            values.put(Metric.LONGEST_SYNC, sync / 1e6);
        }
        return values;
    }

    /** Compares with what one thread counts from the same splits. */
    private static String check(Map<String, String> finished) {
        Map<Integer, Long> ends = new java.util.TreeMap<>();
        finished.forEach((name, value) -> {
            if (name.startsWith("split.")) {
                ends.put(Integer.valueOf(name.substring("split.".length())), Long.valueOf(value));
            }
        });
        long events = ends.values().stream().mapToLong(n -> n).sum();
        long outputs = Long.parseLong(finished.get("outputs"));
        if (outputs != events) {
            return outputs + " outputs of " + events + " events";
        }
        long expected = checksum(ends);
        long found = Long.parseLong(finished.get("checksum"));
        return found == expected ? Run.EXACT : "checksum " + found + " instead of " + expected;
    }

    static long checksum(Map<Integer, Long> ends) {
        long[] counts = new long[CountedEvents.KEYS];
        ends.forEach((split, events) -> {
            for (long n = 0; n < events; n++) {
                counts[(int) CountedEvents.key(split + n * ends.size())]++;
            }
        });
        long sum = 0;
        for (int key = 0; key < counts.length; key++) {
            long n = counts[key];
            // Over the counts from 1 to n: the key n times, and n (n + 1) / 2 times what each count adds.
            sum += n * CountedEvents.checksum(key, 0, 0)
                    + n * (n + 1) / 2 * CountedEvents.checksum(0, 1, CountedEvents.value(key));
        }
        return sum;
    }
}
