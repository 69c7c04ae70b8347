package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.WindowEvents;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * B2: count and sum of each key in windows of event time, over generated events that end when the time is over. Events are counted where results come out:
 * each as often as there are windows that it is in.
 */
final class WindowWorkload implements Workload {
    private static final long SLIDE_MS = 1_000;

    private final String name;
    private final long sizeMs;

    private WindowWorkload(String name, long sizeMs) {
        this.name = name;
        this.sizeMs = sizeMs;
    }

    static WindowWorkload tumbling() {
        return new WindowWorkload("windows", SLIDE_MS);
    }

    static WindowWorkload sliding() {
        return new WindowWorkload("sliding", 60 * SLIDE_MS);
    }

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        Rounds.measure(
                name,
                plan,
                plan.intervalsOr("off", "1s"),
                kind -> kind.windows().isPresent(),
                results,
                (kind, interval, round) -> run(plan, kind, classPaths.core(kind), interval, round, results));
    }

    private Run run(Plan plan, Kind kind, java.util.List<Path> classPath, String interval, int round, Results results)
            throws Exception {
        long intervalMs = Plan.intervalMs(interval);
        try (var folder = new TemporaryFolder()) {
            var options = new RunOptions(Map.of(
                    "folder", folder.path().toString(),
                    "intervalMs", Long.toString(intervalMs),
                    "sizeMs", Long.toString(sizeMs),
                    "slideMs", Long.toString(SLIDE_MS),
                    "parallelism", Integer.toString(plan.parallelism())));
            String main = kind.windows().orElseThrow();
            try (var process = ContenderProcess.start(kind, classPath, plan.jvmOptions(), main, options)) {
                results.configured(name, kind.label(), process.configuration());
                KeyedCountWorkload.awaitOutput(process);
                Thread.sleep(plan.warmUpSeconds() * 1000L);
                Map<Metric, Double> values = KeyedCountWorkload.window(plan, process, intervalMs);
                values.remove(Metric.STALL); // results come in bursts, by their nature
                if (plan.recordings().isPresent()) {
                    process.dumpRecording(plan.recordings().get(), name + "-" + interval + "-" + kind + "-" + round);
                }
                double overlaps = (double) sizeMs / SLIDE_MS;
                values.computeIfPresent(Metric.RATE, (metric, rate) -> rate / overlaps);
                values.computeIfPresent(Metric.CPU_PER_MILLION, (metric, cpu) -> cpu * overlaps);
                return new Run(name, interval, kind.label(), round, values, check(process.finish()));
            }
        }
    }

    private String check(Map<String, String> finished) {
        Map<Integer, Long> ends = new TreeMap<>();
        finished.forEach((key, value) -> {
            if (key.startsWith("split.")) {
                ends.put(Integer.valueOf(key.substring("split.".length())), Long.valueOf(value));
            }
        });
        long overlaps = sizeMs / SLIDE_MS;
        long events = overlaps * ends.values().stream().mapToLong(n -> n).sum();
        long outputs = Long.parseLong(finished.get("outputs"));
        if (outputs != events) {
            return outputs + " events in windows instead of " + events;
        }
        long expected = checksum(ends, sizeMs);
        long found = Long.parseLong(finished.get("checksum"));
        return found == expected ? Run.EXACT : "checksum " + found + " instead of " + expected;
    }

    /** Computed from the events: windows are only needed to know how many results there are. */
    static long checksum(Map<Integer, Long> ends, long sizeMs) {
        long overlaps = sizeMs / SLIDE_MS;
        var keys = new WindowedKeys(sizeMs);
        long sum = 0;
        long[] done = new long[ends.size()];
        boolean more = true;
        while (more) {
            more = false;
            for (int split = 0; split < done.length; split++) {
                long until = Math.min(ends.get(split), done[split] + 1_000);
                for (; done[split] < until; done[split]++) {
                    long number = split + done[split] * done.length;
                    long key = WindowEvents.key(number);
                    long firstEnd = Math.floorDiv(WindowEvents.timestamp(number), SLIDE_MS) * SLIDE_MS + SLIDE_MS;
                    long allEnds = overlaps * firstEnd + SLIDE_MS * overlaps * (overlaps - 1) / 2;
                    sum += overlaps * (key * 31 + CountedEvents.value(key) * 13) + 7 * allEnds;
                    keys.see((int) key, firstEnd);
                    more = true;
                }
            }
        }
        return sum + 1_000_003 * keys.results();
    }

    /** Counts the windows that have records, over all keys: a key is in each window that it has a pane in. */
    private static final class WindowedKeys {
        private final long sizeMs;
        private final TreeMap<Long, BitSet> byFirstEnd = new TreeMap<>();
        private final long[] coveredUntil = new long[WindowEvents.KEYS];
        private long results;

        WindowedKeys(long sizeMs) {
            this.sizeMs = sizeMs;
            Arrays.fill(coveredUntil, Long.MIN_VALUE);
        }

        void see(int key, long firstEnd) {
            byFirstEnd
                    .computeIfAbsent(firstEnd, end -> new BitSet(WindowEvents.KEYS))
                    .set(key);
            if (byFirstEnd.size() > 60) {
                count(byFirstEnd.pollFirstEntry());
            }
        }

        private void count(Map.Entry<Long, BitSet> pane) {
            long last = pane.getKey() + sizeMs - SLIDE_MS;
            pane.getValue().stream().forEach(key -> {
                long first = Math.max(pane.getKey(), coveredUntil[key] + SLIDE_MS);
                if (coveredUntil[key] == Long.MIN_VALUE) {
                    first = pane.getKey();
                }
                results += Math.max(0, (last - first) / SLIDE_MS + 1);
                coveredUntil[key] = last;
            });
        }

        long results() {
            while (!byFirstEnd.isEmpty()) {
                count(byFirstEnd.pollFirstEntry());
            }
            return results;
        }
    }
}
