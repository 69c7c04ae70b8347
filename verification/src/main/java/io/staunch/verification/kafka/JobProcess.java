package io.staunch.verification.kafka;

import io.staunch.observe.ProtocolStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One life of {@link CountingJob} in a JVM of its own, to be ended by a signal. A thread of this JVM reads what it says, so that it never
 * waits for its parent. Safe for use by any thread.
 */
public final class JobProcess implements AutoCloseable {
    static final String HELD = "HELD";
    static final String FAILED = "FAILED";
    static final char GO_ON = 'g';

    private static final int END_WITHIN_MINUTES = 5;

    private final Process process;
    private final Path log;
    private final Thread listener = new Thread(this::listen, "job-life");

    /** All below is guarded by this. */
    private final Map<ProtocolStep, Integer> steps = new EnumMap<>(ProtocolStep.class);

    private boolean held;
    private boolean silent;
    private String failure = "";

    private JobProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts a life that is not held at any step. */
    static JobProcess start(String bootstrapServers, String name, Path folder, Duration interval) throws IOException {
        return start(LifePlan.of(bootstrapServers, name, folder).withInterval(interval), log(folder, name), List.of());
    }

    /** Starts a life that stands still when it takes this step for the n-th time. */
    static JobProcess startUntil(
            ProtocolStep step, int time, String bootstrapServers, String name, Path folder, Duration interval)
            throws IOException {
        return start(
                LifePlan.of(bootstrapServers, name, folder)
                        .withInterval(interval)
                        .until(step, time),
                log(folder, name),
                List.of());
    }

    private static Path log(Path folder, String name) {
        return folder.resolveSibling(name + ".log");
    }

    /**
     * Starts a life.
     *
     * @param log to which the job's log is appended
     * @param within a command that runs another, before that of the job; empty for none
     */
    public static JobProcess start(LifePlan plan, Path log, List<String> within) throws IOException {
        List<String> command = new ArrayList<>(within);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Dorg.slf4j.simpleLogger.showDateTime=true", JobLife.class.getName()));
        command.addAll(plan.arguments());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return new JobProcess(builder.start(), log);
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            // It was killed in the middle of a line.
        }
        synchronized (this) {
            silent = true;
            notifyAll();
        }
    }

    private synchronized void hear(String line) {
        if (line.equals(HELD)) {
            held = true;
        } else if (line.startsWith(FAILED)) {
            failure = line.substring(FAILED.length()).strip();
        } else {
            steps.merge(ProtocolStep.valueOf(line), 1, Integer::sum);
        }
        notifyAll();
    }

    /** Returns when the job stands still at its step. */
    public void awaitHeld() throws IOException, InterruptedException {
        await(() -> held, "standing still at its step");
    }

    /** Returns when the job has taken this step. */
    public void await(ProtocolStep step) throws IOException, InterruptedException {
        await(step, 1);
    }

    /** Returns when the job has taken this step so often. */
    public void await(ProtocolStep step, int times) throws IOException, InterruptedException {
        await(() -> taken(step) >= times, "taking the step " + step);
    }

    /** Returns when the job has taken a step so often, or stands still at its own. */
    public void awaitUnlessHeld(ProtocolStep step, int times) throws IOException, InterruptedException {
        await(() -> held || taken(step) >= times, "taking the step " + step);
    }

    private synchronized void await(BooleanSupplier wanted, String what) throws IOException, InterruptedException {
        while (!wanted.getAsBoolean()) {
            requireAlive(what);
            wait();
        }
    }

    /** Fails with what the job has failed with if it has ended, where it was to do something first. */
    public synchronized void requireAlive(String what) throws IOException {
        if (silent) {
            throw new AssertionError("the job has ended without " + what
                    + (failure.isEmpty() ? "; its log:\n" + Files.readString(log) : ": " + failure));
        }
    }

    /** How often the job has taken a step. */
    public synchronized int taken(ProtocolStep step) {
        return steps.getOrDefault(step, 0);
    }

    /** Whether the process says nothing any more, since it has ended. */
    public synchronized boolean ended() {
        return silent;
    }

    /**
     * Waits for an end that the job comes to by itself. What it has failed with, or an empty text.
     *
     * @throws IllegalStateException if it has not ended after five minutes; it is killed then
     */
    public String awaitEnd() throws InterruptedException {
        if (!process.waitFor(END_WITHIN_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException("job process " + process.pid()
                    + " should have ended by itself, and has not within " + END_WITHIN_MINUTES
                    + " minutes; it was killed. What it has been waiting for is in " + log);
        }
        listener.join();
        synchronized (this) {
            return failure;
        }
    }

    /** Lets a job go on that stands still at its step. */
    public void goOn() throws IOException {
        process.getOutputStream().write(GO_ON);
        process.getOutputStream().flush();
    }

    /** SIGKILL; gone when this returns. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        listener.join();
    }

    /** SIGTERM; what it still says is passed over. Gone when this returns. */
    public int terminate() throws InterruptedException {
        // Process.destroy would close the streams too, and the job must be told by nothing but the signal.
        process.toHandle().destroy();
        listener.join();
        return process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
