package io.staunch.verification.kafka;

import io.staunch.observe.ProtocolStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One life of {@link CountingJob} in a JVM of its own, to be ended by a signal. */
final class JobProcess implements AutoCloseable {
    static final String HELD = "HELD";

    private final Process process;
    private final Path log;
    private final BufferedReader output;

    private JobProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a life that is not held at any step. */
    static JobProcess start(String bootstrapServers, String name, Path folder, Duration interval) throws IOException {
        return start(bootstrapServers, name, folder, interval, "-", 0);
    }

    /** Starts a life that stands still when it takes this step for the n-th time. */
    static JobProcess startUntil(
            ProtocolStep step, int time, String bootstrapServers, String name, Path folder, Duration interval)
            throws IOException {
        return start(bootstrapServers, name, folder, interval, step.name(), time);
    }

    private static JobProcess start(
            String bootstrapServers, String name, Path folder, Duration interval, String step, int time)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", JobLife.class.getName()));
        command.addAll(List.of(bootstrapServers, name, folder.toString()));
        command.addAll(List.of(Long.toString(interval.toMillis()), step, Integer.toString(time)));
        Path log = folder.resolveSibling(name + ".log");
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return new JobProcess(builder.start(), log);
    }

    /** Returns when the job stands still at its step. */
    void awaitHeld() throws IOException {
        awaitLine(HELD);
    }

    /** Returns when the job has taken this step. */
    void await(ProtocolStep step) throws IOException {
        awaitLine(step.name());
    }

    private void awaitLine(String wanted) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(wanted)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new AssertionError("the job has ended without " + wanted + "; its log:\n" + Files.readString(log));
        }
    }

    /** SIGKILL; gone when this returns. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM; what it still says is passed over. Gone when this returns. */
    int terminate() throws InterruptedException, IOException {
        // Process.destroy would close the streams too, and the job must be told by nothing but the signal.
        process.toHandle().destroy();
        while (output.readLine() != null) {
            continue;
        }
        return process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
