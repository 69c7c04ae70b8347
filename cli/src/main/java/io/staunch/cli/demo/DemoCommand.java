package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.cli.command.Screen;
import io.staunch.guarantee.Guarantee;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code staunch demo}. */
@Command(
        name = "demo",
        description = {
            "Kills a job again and again, and shows that its output is exact.",
            "",
            "Starts a real Kafka broker, loads records into a topic, and runs a job in a process of its own that writes into"
                    + " another topic: flights, with their delays counted per airport, or with --job logins the users who"
                    + " logged in during the last hour, counted each minute. Sends the job SIGKILL at random moments, some"
                    + " of them exactly between a durable checkpoint and its commit, and starts it again each time."
                    + " Then compares every record of the output with a computation that has nothing to do with the engine.",
            "",
            "Needs no network and leaves nothing behind, but for what --sinks says. Exit code 1 if one record is wrong.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    private static final int ENDED_BY_SIGNAL = 130;
    private static final Duration TRACE_INTERVAL = Duration.ofMillis(500);

    @Option(
            names = "--job",
            paramLabel = "JOB",
            defaultValue = "flights",
            description = "flights or logins (default: ${DEFAULT-VALUE}).")
    private String job = "";

    @Option(
            names = "--sinks",
            paramLabel = "SINKS",
            split = ",",
            defaultValue = "kafka",
            description =
                    "What flights are written to beside the topic: jdbc (a table of a real PostgreSQL), files, or all;"
                            + " each is judged by itself (default: kafka, the topic alone). The programs of PostgreSQL are unpacked"
                            + " once into the system's temporary folder, and stay there.")
    private List<String> sinks = List.of();

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Flights or logins to load (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "7",
            description = "How often the job is killed (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of the moments at which it is killed (default: a new one each time).")
    private @Nullable Long seed;

    @Option(
            names = "--guarantee",
            paramLabel = "LEVEL",
            defaultValue = "exactly-once",
            description =
                    "exactly-once, or to see what it is worth: at-least-once or at-most-once (default: ${DEFAULT-VALUE}).")
    private String guarantee = "";

    @Option(
            names = "--checkpoint-ms",
            paramLabel = "MS",
            description = "Checkpoint interval (default: 50; with --trace 500).")
    private @Nullable Long checkpointMs;

    @Option(names = "--trace", description = "Instead of the demo: one real checkpoint of flights, step by step.")
    private boolean trace;

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "0",
            description = "Port of the broker (default: a free one).")
    private int port;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description = "Where the temporary folder is made (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("");

    @Option(
            names = "--json",
            description = "The verdict as one line of JSON on standard output, everything else on standard error.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        DemoOptions options = options();
        var screen = new Screen(json ? System.err : System.out, Screen.hasTerminal());
        try (Workspace workspace = Workspace.in(options.folder(), options.bytesNeeded())) {
            return run(options, screen, workspace);
        }
    }

    private int run(DemoOptions options, Screen screen, Workspace workspace) throws InterruptedException {
        try {
            return trace ? trace(options, screen, workspace) : demo(options, screen, workspace);
        } catch (RuntimeException e) {
            if (workspace.ended()) {
                // Ctrl-C has pulled the ground from under it; that needs no explanation.
                return ENDED_BY_SIGNAL;
            }
            throw e;
        }
    }

    private DemoOptions options() {
        long interval = checkpointMs != null ? checkpointMs : trace ? TRACE_INTERVAL.toMillis() : 50;
        var options = new DemoOptions(
                DemoJob.named(job),
                DemoSink.named(sinks),
                records,
                kills,
                seed != null ? seed : new Random().nextInt(1_000_000),
                level(),
                Duration.ofMillis(interval),
                port,
                folder.toAbsolutePath());
        List<String> problems = new ArrayList<>(options.problems());
        if (trace && options.sinks().size() > 1) {
            problems.add("--sinks: a trace is of a job that writes to kafka alone; leave out one of the two");
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.usage(String.join("; ", problems));
        }
        return options;
    }

    private Guarantee level() {
        try {
            return Guarantee.of(guarantee);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--guarantee: " + e.getMessage());
        }
    }

    private int demo(DemoOptions options, Screen screen, Workspace workspace) throws InterruptedException {
        Verdict verdict = new Demo(options, screen).run(workspace);
        verdict.text().forEach(screen::line);
        if (json) {
            System.out.println(verdict.json());
        }
        return verdict.kept() ? 0 : 1;
    }

    private static int trace(DemoOptions options, Screen screen, Workspace workspace) throws InterruptedException {
        Trace.Checkpoint checkpoint = new TraceRun(options, screen).run(workspace);
        screen.line("");
        TraceText.of(checkpoint).forEach(screen::line);
        return 0;
    }
}
