package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.cli.command.Screen;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.EnumSet;

/** A short run without kills, for the steps of one checkpoint: flights trickle in, so that each step can be told from the next. */
final class TraceRun {
    private static final int MOST_FLIGHTS = 20_000;
    private static final int AT_ONCE = 20;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration START_WITHIN = Duration.ofMinutes(2);

    private final DemoOptions options;
    private final Screen screen;
    private final Signals signals = new Signals();
    private final Trace trace = new Trace();

    TraceRun(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /** @param workspace empty; what is put there is the caller's to close */
    Trace.Checkpoint run(Workspace workspace) throws InterruptedException {
        KafkaBroker broker = DemoBroker.start(workspace, options, screen);
        Trial trial = DemoJob.FLIGHTS.trial(MOST_FLIGHTS, DemoBroker.PARTITIONS, EnumSet.of(DemoSink.KAFKA));
        var setup = new JobProcess.Setup(
                DemoJob.FLIGHTS,
                Targets.NONE,
                broker.bootstrapServers(),
                workspace.state(),
                workspace.jobLog(),
                options.guarantee(),
                options.checkpointEvery(),
                true);
        try (var reader = new OutputReader(
                        broker.clientProperties(),
                        DemoJob.FLIGHTS.output(),
                        trial.output(DemoSink.KAFKA),
                        signals,
                        trace::arrival);
                var loader = new Loader(broker.clientProperties(), trial.input(), DemoBroker.PARTITIONS)) {
            reader.start();
            screen.line("Running the job, a checkpoint every "
                    + options.checkpointEvery().toMillis() + " ms ...");
            JobProcess job = workspace.startJob(() -> JobProcess.start(setup, signals, trace::step));
            signals.await(() -> job.restored() || job.ended(), START_WITHIN);
            return trickle(job, loader);
        }
    }

    private Trace.Checkpoint trickle(JobProcess job, Loader loader) throws InterruptedException {
        int loaded = 0;
        while (trace.checkpoint().isEmpty() && !job.ended() && loaded < MOST_FLIGHTS) {
            loader.load(loaded + 1, loaded + AT_ONCE, done -> {});
            loaded += AT_ONCE;
            signals.await(job::ended, PAUSE);
        }
        return trace.checkpoint()
                .orElseThrow(() -> new CommandFailure("no checkpoint was seen from its beginning to its end"
                        + (job.failure() == null ? "" : ": " + job.failure())));
    }
}
