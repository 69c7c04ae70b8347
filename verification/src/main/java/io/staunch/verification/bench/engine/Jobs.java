package io.staunch.verification.bench.engine;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.time.Duration;

/** How the jobs of all workloads are run. */
final class Jobs {
    private Jobs() {}

    static Settings settings(RunOptions options) {
        Duration longest = options.checkpoints() ? Duration.ofMillis(options.intervalMs()) : Duration.ofDays(1);
        Duration shortest = options.checkpoints() ? Duration.ofMillis(options.shortestMs()) : longest;
        return Settings.stateIn(options.folder())
                .checkpointEvery(shortest, longest)
                .parallelism(options.parallelism())
                .workers(options.parallelism())
                .lastCheckpointWithin(Duration.ZERO)
                .listener(new Counted());
    }

    /** For people. */
    static String words(RunOptions options) {
        return "parallelism " + options.parallelism() + ", " + options.parallelism()
                + " workers, else defaults (heap state, changes, each checkpoint synced)";
    }

    /** Runs it to its end. */
    static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        var environment = new TimedEnvironment(new LocalEnvironment(), settings.state());
        try (Job job = new EmbeddedRunner().launch(pipeline, settings, environment)) {
            job.await();
        }
    }

    /** Counts checkpoints: those that are settled, so that their output is seen. */
    private static final class Counted implements JobListener {
        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.SETTLED) {
                Meter.checkpoint();
            }
        }
    }
}
