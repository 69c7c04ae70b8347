package io.staunch.cli.demo;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the job's process runs. It ends when it is told to, and halts when its standard input ends, since then its parent is gone. */
@Command(name = "demo-job", hidden = true, description = "The job of the demo; started by it.")
public final class JobMain implements Callable<Integer> {
    @Option(names = "--job", required = true)
    private String name = "";

    @Option(names = "--bootstrap-servers", required = true)
    private String bootstrapServers = "";

    @Option(names = "--state", required = true)
    private Path state = Path.of("");

    @Option(names = "--guarantee", required = true)
    private String guarantee = "";

    @Option(names = "--checkpoint-ms", required = true)
    private long checkpointMs;

    @Option(names = "--database")
    private @Nullable String database;

    @Option(names = "--user")
    private @Nullable String user;

    @Option(names = "--files")
    private @Nullable Path files;

    @Option(names = "--tell-all")
    private boolean tellsAll;

    /** Set by the main thread, once the job runs. */
    private volatile @Nullable Job job;

    /** Set by the thread that listens to the parent, which may be told before the job runs. */
    private volatile boolean toldToStop;

    @Override
    public Integer call() throws InterruptedException {
        PrintStream parent = System.out;
        // Standard output belongs to the parent; what logs to the console goes to the log.
        System.setOut(System.err);
        var gate = new StepGate(line -> say(parent, line), tellsAll, this::recordsOut);
        watchParent(gate);
        try {
            Settings settings = Settings.stateIn(state)
                    .checkpointEvery(Duration.ofMillis(checkpointMs))
                    .listener(gate);
            Job started = Staunch.start(
                    DemoJob.named(name).pipeline(bootstrapServers, Guarantee.of(guarantee), targets()), settings);
            job = started;
            if (toldToStop) {
                started.stop();
            }
            started.await();
            return 0;
        } catch (RuntimeException e) {
            e.printStackTrace();
            say(parent, JobLine.failed(e));
            return 1;
        }
    }

    private Targets targets() {
        return new Targets(
                database == null || user == null ? null : Database.url(database).user(user), files);
    }

    /** Each sink is given the same. */
    private long recordsOut() {
        Job running = job;
        return running == null
                ? 0
                : running.metrics().recordsOut().values().stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0);
    }

    private static void say(PrintStream parent, String line) {
        synchronized (parent) {
            parent.println(line);
            parent.flush();
        }
    }

    private void watchParent(StepGate gate) {
        var thread = new Thread(() -> listen(gate), "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen(StepGate gate) {
        try (var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line = input.readLine();
            while (line != null) {
                obey(line, gate);
                line = input.readLine();
            }
        } catch (IOException e) {
            System.err.println("Lost sight of the parent: " + e);
        }
        Runtime.getRuntime().halt(2);
    }

    private void obey(String line, StepGate gate) {
        if (line.equals(JobLine.STOP)) {
            toldToStop = true;
            Job running = job;
            if (running != null) {
                running.stop();
            }
        } else if (line.startsWith(JobLine.HOLD + " ")) {
            gate.hold(JobLine.asHold(line));
        }
    }
}
