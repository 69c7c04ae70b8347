package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.run.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Watches a topic being drained, by looking at how far the output is committed and asking the contender for its figures. */
final class DrainWatch {
    private static final long LOOK_MS = 10;
    private static final double ASK_SECONDS = 0.5;
    private static final double PATIENCE_SECONDS = 120;

    private final ContenderProcess process;
    private final Committed committed;
    private final long records;
    private final long intervalMs;
    private final double quietSeconds;
    private final List<Look> looks = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final long begin = System.nanoTime();

    /** How far the output was committed at a time. */
    private record Look(double seconds, long offsets) {}

    /** What the contender had done at a time. */
    private record Answer(double seconds, Figures figures, double cpuSeconds) {}

    DrainWatch(ContenderProcess process, Committed committed, long records, long intervalMs) {
        this.process = process;
        this.committed = committed;
        this.records = records;
        this.intervalMs = intervalMs;
        this.quietSeconds = Math.max(3, 3 * intervalMs / 1e3);
    }

    /** Returns when all is committed and nothing more comes. */
    void toTheEnd() throws IOException, InterruptedException {
        double asked = -1;
        while (true) {
            long offsets = committed.offsets();
            double now = now();
            if (looks.isEmpty() || offsets > looks.get(looks.size() - 1).offsets()) {
                looks.add(new Look(now, offsets));
            }
            if (now - asked >= ASK_SECONDS) {
                answers.add(new Answer(now, process.figures(), process.cpuSeconds()));
                asked = now;
            }
            double quiet = now - looks.get(looks.size() - 1).seconds();
            if (offsets >= records && quiet > quietSeconds) {
                return;
            }
            if (quiet > PATIENCE_SECONDS) {
                throw new IllegalStateException("nothing committed for two minutes, at " + offsets + " of " + records);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private double now() {
        return (System.nanoTime() - begin) / 1e9;
    }

    /**
     * What happened from so many records on to the last commit but one: the last one waits until its interval is over, with nothing left to do.
     */
    Map<Metric, Double> values(long warmUp) {
        Look from = looks.stream()
                .filter(look -> look.offsets() >= warmUp)
                .findFirst()
                .orElseThrow();
        Look to = lastWhileBusy();
        double seconds = to.seconds() - from.seconds();
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.STEADY, seconds);
        if (seconds <= 0) {
            return values;
        }
        // Commit markers are among the offsets, but not among the records.
        long all = looks.get(looks.size() - 1).offsets();
        double moved = (to.offsets() - from.offsets()) * ((double) records / all);
        values.put(Metric.RATE, moved / seconds);
        values.put(Metric.STALL, 1e3 * longestGap(from, to));
        Answer before = answerAt(from.seconds());
        Answer after = answerAt(to.seconds());
        // Answers are half a second apart: what is counted between two of them is divided by their own distance.
        double between = Math.max(after.seconds() - before.seconds(), 1e-3);
        double cpu = (after.cpuSeconds() - before.cpuSeconds()) * seconds / between;
        values.put(Metric.CPU, cpu);
        values.put(Metric.CPU_PER_MILLION, cpu * 1e6 / moved);
        Checkpointing.measure(before.figures(), after.figures(), between, intervalMs, values);
        answers.stream()
                .filter(answer -> answer.seconds() >= before.seconds() && answer.seconds() <= after.seconds())
                .mapToLong(answer -> answer.figures().longestSyncNanos())
                .max()
                .ifPresent(nanos -> {
                    if (nanos > 0) {
                        values.put(Metric.LONGEST_SYNC, nanos / 1e6);
                    }
                });
        return values;
    }

    /** A commit is seen in parts, partition by partition: the last one is all that was seen in the last half of an interval. */
    private Look lastWhileBusy() {
        double end = looks.get(looks.size() - 1).seconds() - intervalMs / 2e3;
        Look last = looks.get(0);
        for (Look look : looks) {
            last = look.seconds() <= end ? look : last;
        }
        return last;
    }

    private double longestGap(Look from, Look to) {
        double longest = 0;
        for (int i = 1; i < looks.size(); i++) {
            if (looks.get(i).seconds() > from.seconds() && looks.get(i).seconds() <= to.seconds()) {
                longest = Math.max(
                        longest, looks.get(i).seconds() - looks.get(i - 1).seconds());
            }
        }
        return longest;
    }

    private Answer answerAt(double seconds) {
        Answer nearest = answers.get(0);
        for (Answer answer : answers) {
            if (Math.abs(answer.seconds() - seconds) < Math.abs(nearest.seconds() - seconds)) {
                nearest = answer;
            }
        }
        return nearest;
    }
}
