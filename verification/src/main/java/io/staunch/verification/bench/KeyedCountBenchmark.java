package io.staunch.verification.bench;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * B1 without checkpoints: Staunch and the hand-written loop in turn, in one run on the same cores. Arguments: events, pairs, threads.
 */
public final class KeyedCountBenchmark {
    private KeyedCountBenchmark() {}

    public static void main(String[] args) throws Exception {
        long events = args.length > 0 ? Long.parseLong(args[0]) : 40_000_000;
        int pairs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        int threads = args.length > 2
                ? Integer.parseInt(args[2])
                : Runtime.getRuntime().availableProcessors();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i <= pairs; i++) {
            double ours = staunch(events, threads);
            double loop = HandWrittenLoop.run(events, threads);
            String row = String.format(
                    Locale.ROOT,
                    "B1 off, %d threads: staunch %.2f, loop %.2f M events/s, ratio %.2f",
                    threads,
                    ours,
                    loop,
                    ours / loop);
            System.out.println(i == 0 ? row + " (warm-up, not counted)" : row);
            if (i > 0) {
                ratios.add(ours / loop);
            }
        }
        Collections.sort(ratios);
        System.out.printf(
                Locale.ROOT,
                "B1 off: staunch / hand-written loop, min %.2f, median %.2f, max %.2f over %d pairs%n",
                ratios.get(0),
                ratios.get(ratios.size() / 2),
                ratios.get(ratios.size() - 1),
                ratios.size());
    }

    private static double staunch(long events, int threads) throws Exception {
        Path folder = Files.createTempDirectory("staunch-b1");
        try {
            Pipeline pipeline = Pipeline.named("b1").guarantee(EXACTLY_ONCE);
            pipeline.from("events", new KeyedCount.Generator(events, threads))
                    .keyByLong(KeyedCount.Event::key)
                    .fold("totals", new KeyedCount.Total(0, 0), KeyedCount.Total::plus)
                    .map((key, total) -> new KeyedCount.Result(key, total.count(), total.sum()))
                    .to("checksum", new KeyedCount.Checksum("b1"));
            Settings settings = Settings.stateIn(folder)
                    .parallelism(threads)
                    .workers(threads)
                    .checkpointEvery(Duration.ofDays(1))
                    .checkpointTimeout(Duration.ofMinutes(5))
                    .lastCheckpointWithin(Duration.ZERO);
            long begin = System.nanoTime();
            try (Job job = Staunch.start(pipeline, settings.listener(new Stopwatch()))) {
                job.await();
            }
            long end = Stopwatch.lastCheckpointStarted.orElseGet(System::nanoTime);
            return events * 1e3 / (end - begin);
        } finally {
            delete(folder);
        }
    }

    /** Notes when the input was read to its end: the last checkpoint is not part of "without checkpoints". */
    private static final class Stopwatch implements io.staunch.observe.JobListener {
        private static volatile Optional<Long> lastCheckpointStarted = Optional.empty();

        @Override
        public void on(io.staunch.observe.ProtocolEvent event) {
            if (event.step() == io.staunch.observe.ProtocolStep.BARRIER_ALIGNED) {
                lastCheckpointStarted = Optional.of(System.nanoTime());
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
