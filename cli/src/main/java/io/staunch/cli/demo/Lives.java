package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.cli.command.Screen;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The lives of the job, one process after the other: each is started, seen to recover, and killed as planned, but for the last, which
 * works to the end. Owned by the demo's main thread.
 */
final class Lives {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration START_WITHIN = Duration.ofMinutes(2);
    private static final Duration STOP_WITHIN = Duration.ofMinutes(1);

    /** Other sinks may be far behind Kafka, and write all that they lack before the job ends. */
    private static final Duration STOP_WITHIN_BESIDE = Duration.ofMinutes(10);

    private final DemoOptions options;
    private final Workspace workspace;
    private final OutputReader reader;
    private final Signals signals;
    private final Screen screen;
    private final JobProcess.Setup setup;
    private final Backlog backlog;
    private final int wanted;
    private final List<Duration> recoveries = new ArrayList<>();
    private int kills;

    Lives(
            DemoOptions options,
            Workspace workspace,
            KafkaBroker broker,
            Targets targets,
            int wanted,
            OutputReader reader,
            Signals signals,
            Screen screen) {
        this.options = options;
        this.workspace = workspace;
        this.reader = reader;
        this.signals = signals;
        this.screen = screen;
        backlog = new Backlog(reader, wanted, options.guarantee());
        this.wanted = wanted;
        setup = new JobProcess.Setup(
                options.job(),
                targets,
                broker.bootstrapServers(),
                workspace.state(),
                workspace.jobLog(),
                options.guarantee(),
                options.checkpointEvery(),
                false);
    }

    /** For each kill so far, the time from the start of the next process to its first output. */
    List<Duration> recoveries() {
        return List.copyOf(recoveries);
    }

    /**
     * Starts the job and kills it as planned.
     *
     * @return whether it was killed at a step of the protocol: not if it was to be killed at a random moment, or had no work left
     */
    boolean runUntil(KillPlan.Kill kill) throws InterruptedException {
        int ahead = Math.max(1, out(kill.afterRecords() - reader.highest()));
        JobProcess job = start(started -> holdAt(kill, ahead, started));
        String where;
        if (kill.at() == null) {
            await(job, () -> reader.highest() >= kill.afterRecords() || backlog.done());
            int far = reader.highest() + options.records() / (2 * Math.max(1, options.kills()));
            signals.await(() -> job.ended() || reader.highest() >= far, kill.delay());
            where = "at a random moment";
        } else {
            await(job, () -> job.held() || backlog.done());
            where = job.held() ? "at " + kill.at() : "with no work left";
        }
        failIfEnded(job);
        job.kill();
        kills++;
        screen.line(String.format(Locale.ROOT, "  SIGKILL %d %s, with %,d records out", kills, where, reader.out()));
        return job.held();
    }

    /** How many records come out for so many that go in. */
    private int out(int in) {
        return (int) ((long) in * wanted / options.records());
    }

    /** The job itself stops there: were it told when its output is seen, it would be far beyond by then. */
    private static void holdAt(KillPlan.Kill kill, int ahead, JobProcess job) {
        if (kill.at() != null) {
            job.hold(new StepGate.Hold(kill.at(), ahead));
        }
    }

    /** Starts the job, waits until it has worked off all input, and stops it in order. */
    void runToTheEnd() throws InterruptedException {
        JobProcess job = start(started -> {});
        await(job, backlog::done);
        job.stop();
        if (options.sinks().size() > 1) {
            screen.line("Stopping the job, once the other sinks have all that the topic has ...");
        }
        Duration limit = options.sinks().size() > 1 ? STOP_WITHIN_BESIDE : STOP_WITHIN;
        if (!job.awaitEnd(limit)) {
            throw failed(job, "the job did not stop in order within " + limit.toMinutes() + " min");
        }
        reader.drain();
        signals.await(reader::ended, STOP_WITHIN);
        if (!reader.ended() || reader.failure() != null) {
            throw new CommandFailure("the output can't be read to its end: " + reader.failure(), reader.failure());
        }
        screen.progress("working", reader.highest(), options.records(), "");
    }

    private JobProcess start(Consumer<JobProcess> first) throws InterruptedException {
        JobProcess job = workspace.startJob(() -> JobProcess.start(setup, signals, event -> {}));
        first.accept(job);
        await(job, () -> job.restored() || job.ageNanos() > START_WITHIN.toNanos());
        if (!job.restored()) {
            throw failed(job, "the job has not begun to read within " + START_WITHIN.toMinutes() + " minutes");
        }
        long before = reader.out();
        await(job, () -> reader.out() > before || job.held() || backlog.done());
        if (kills > 0 && reader.out() > before) {
            recoveries.add(Duration.ofNanos(job.ageNanos()));
        }
        return job;
    }

    private void await(JobProcess job, BooleanSupplier condition) throws InterruptedException {
        backlog.startOver();
        while (!signals.await(condition, LOOK)) {
            failIfEnded(job);
            progress();
        }
        progress();
    }

    private void progress() {
        screen.progress(
                "working", reader.highest(), options.records(), ", " + kills + " of " + options.kills() + " kills");
    }

    private void failIfEnded(JobProcess job) {
        if (reader.failure() != null) {
            throw new CommandFailure("the output can't be read: " + reader.failure(), reader.failure());
        }
        if (job.ended()) {
            throw failed(job, "the job's process has ended by itself");
        }
    }

    private CommandFailure failed(JobProcess job, String what) {
        String why = job.failure() != null ? ": " + job.failure() : "";
        String disk = workspace.diskFull()
                ? " The disk at " + workspace.folder() + " is full: free some, or use --folder."
                : "";
        workspace.jobLogTail(20).forEach(line -> screen.line("  job | " + line));
        return new CommandFailure(what + why + "." + disk + " Above is the end of its log.");
    }
}
