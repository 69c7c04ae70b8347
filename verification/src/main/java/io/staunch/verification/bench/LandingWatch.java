package io.staunch.verification.bench;

import io.staunch.verification.bench.Commits.Window;
import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.run.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Watches rows arrive for as long as a plan says, and asks whoever writes them for its figures meanwhile. */
final class LandingWatch {
    private static final long LOOK_MS = 100;
    private static final double PATIENCE_SECONDS = 120;

    private final ContenderProcess process;
    private final Landing landing;
    private final List<Answer> answers = new ArrayList<>();

    /** What had been done at a time. */
    private record Answer(long micros, Figures figures, double cpuSeconds, double landingCpuSeconds) {}

    LandingWatch(ContenderProcess process, Landing landing) {
        this.process = process;
        this.landing = landing;
    }

    /** Returns after so many seconds from the first row on, or when the input has ended. */
    void watch(double seconds) throws Exception {
        long start = System.nanoTime();
        while (!landing.begun()) {
            if (since(start) > PATIENCE_SECONDS) {
                throw new IllegalStateException("no row has become visible in " + PATIENCE_SECONDS + " s");
            }
            Thread.sleep(LOOK_MS);
        }
        long begin = System.nanoTime();
        boolean ended = false;
        while (!ended && since(begin) < seconds) {
            answers.add(new Answer(
                    System.currentTimeMillis() * 1000, process.figures(), process.cpuSeconds(), landing.cpuSeconds()));
            Thread.sleep(LOOK_MS);
            ended = landing.ended();
        }
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    /** What happened in a window. */
    Map<Metric, Double> values(Window window, long intervalMs) {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.STEADY, window.seconds());
        values.put(Metric.RATE, window.rate());
        values.put(Metric.STALL, 1e3 * window.longestGapSeconds());
        Answer before = answerAt(window.fromMicros());
        Answer after = answerAt(window.toMicros());
        // Answers are a tenth of a second apart: what is counted between two of them is divided by their own distance.
        double between = Math.max((after.micros() - before.micros()) / 1e6, 1e-3);
        double rowsBetween = window.rate() * between;
        double cpu = after.cpuSeconds() - before.cpuSeconds();
        values.put(Metric.CPU, cpu * window.seconds() / between);
        values.put(Metric.CPU_PER_MILLION, cpu * 1e6 / rowsBetween);
        double outside = after.landingCpuSeconds() - before.landingCpuSeconds();
        if (outside > 0) {
            values.put(Metric.DATABASE_CPU, outside * 1e6 / rowsBetween);
        }
        Checkpointing.measure(before.figures(), after.figures(), between, intervalMs, values);
        return values;
    }

    /** What was written to the checkpoint store in the whole run, for each of so many rows. What waits for the next commit is counted as well. */
    void stored(long rows, Map<Metric, Double> into) {
        long bytes = answers.get(answers.size() - 1).figures().bytes();
        if (bytes > 0 && rows > 0) {
            into.put(Metric.STORE_BYTES, (double) bytes / rows);
        }
    }

    private Answer answerAt(long micros) {
        Answer nearest = answers.get(0);
        for (Answer answer : answers) {
            if (Math.abs(answer.micros() - micros) < Math.abs(nearest.micros() - micros)) {
                nearest = answer;
            }
        }
        return nearest;
    }
}
