package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of the job: a child JVM with {@link JobMain}, from its start to its end. Owned by the demo's main thread, but for
 * {@link #kill()}, which any thread may call. A thread of this JVM reads what the child says, and ends with it.
 */
final class JobProcess {
    private final Process process;
    private final long startNanos = System.nanoTime();
    private final Signals signals;
    private final Consumer<ProtocolEvent> events;
    private volatile boolean restored;
    private volatile boolean held;
    private volatile @Nullable String failure;

    private JobProcess(Process process, Signals signals, Consumer<ProtocolEvent> events) {
        this.process = process;
        this.signals = signals;
        this.events = events;
    }

    /**
     * How the job is run.
     *
     * @param job which one
     * @param targets where it writes beside Kafka
     * @param bootstrapServers the broker
     * @param state the folder of its checkpoints
     * @param log to which its log is appended
     * @param tellsAll whether it tells of every step of the protocol
     */
    record Setup(
            DemoJob job,
            Targets targets,
            String bootstrapServers,
            Path state,
            Path log,
            Guarantee guarantee,
            Duration checkpointEvery,
            boolean tellsAll) {
        List<String> command() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-Xshare:auto"));
            // A life of seconds on cores that it shares with the broker gains nothing from the second compiler.
            command.add("-XX:TieredStopAtLevel=1");
            command.add("-Dorg.slf4j.simpleLogger.log.io.staunch=info");
            command.addAll(List.of("io.staunch.cli.Main", "demo-job"));
            command.addAll(List.of("--job", job.option()));
            command.addAll(List.of("--bootstrap-servers", bootstrapServers, "--state", state.toString()));
            command.addAll(List.of("--guarantee", guarantee.text()));
            command.addAll(List.of("--checkpoint-ms", Long.toString(checkpointEvery.toMillis())));
            if (targets.database() != null) {
                command.addAll(List.of("--database", targets.database().url()));
                command.addAll(List.of(
                        "--user", Objects.requireNonNull(targets.database().user())));
            }
            if (targets.files() != null) {
                command.addAll(List.of("--files", targets.files().toString()));
            }
            if (tellsAll) {
                command.add("--tell-all");
            }
            return command;
        }
    }

    /** Starts the child and returns at once. */
    static JobProcess start(Setup setup, Signals signals, Consumer<ProtocolEvent> events) {
        ProcessBuilder builder = new ProcessBuilder(setup.command())
                .redirectError(ProcessBuilder.Redirect.appendTo(setup.log().toFile()));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        try {
            var job = new JobProcess(builder.start(), signals, events);
            var listener = new Thread(job::listen, "job-" + job.process.pid());
            listener.setDaemon(true);
            listener.start();
            return job;
        } catch (IOException e) {
            throw new CommandFailure("the job's process can't be started: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null) {
                hear(line);
                line = output.readLine();
            }
        } catch (IOException e) {
            failure = "what it said can't be read: " + e;
        }
        signals.changed();
    }

    private void hear(String line) {
        JobLine.asEvent(line).ifPresent(event -> {
            events.accept(event);
            restored |= event.step() == ProtocolStep.RESTORED;
        });
        if (line.startsWith(JobLine.HELD)) {
            held = true;
        } else if (line.startsWith(JobLine.FAILED)) {
            failure = line.substring(JobLine.FAILED.length()).strip();
        }
        signals.changed();
    }

    /** How long ago it was started. */
    long ageNanos() {
        return System.nanoTime() - startNanos;
    }

    /** Whether the job has restored a checkpoint and begun to read. All that is older is decided then. */
    boolean restored() {
        return restored;
    }

    /** Tells the job where to stand still. */
    void hold(StepGate.Hold hold) {
        say(JobLine.hold(hold));
    }

    /** Whether the job stands still at the step. */
    boolean held() {
        return held;
    }

    /** Tells the job to stop in order. */
    void stop() {
        say(JobLine.STOP);
    }

    private void say(String line) {
        try {
            Writer child = process.outputWriter(StandardCharsets.UTF_8);
            child.write(line + "\n");
            child.flush();
        } catch (IOException e) {
            // It has ended; whoever waits for it sees that.
            signals.changed();
        }
    }

    boolean ended() {
        return !process.isAlive();
    }

    /** Waits for an end in order. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
    }

    /** What the job has said of why it failed, or null. */
    @Nullable
    String failure() {
        return failure;
    }

    /** SIGKILL. It is gone when this returns. */
    void kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
