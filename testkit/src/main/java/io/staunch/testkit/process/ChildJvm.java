package io.staunch.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A child JVM with the class path of this one, that talks to this one in lines. It ends by itself when this JVM is gone, if its main class
 * has a {@link ParentLink}. Owned by one thread, but for {@link #kill} and {@link #close}, which any thread may call.
 */
public final class ChildJvm implements AutoCloseable {
    /** What is heard when the child has ended and said everything. Not a line that a child can say. */
    public static final String END = "\n";

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private ChildJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a main class and returns at once.
     *
     * @param options of the JVM, such as {@code -Xmx256m}
     * @param log to which standard error is appended
     */
    public static ChildJvm start(Class<?> main, List<String> options, List<String> arguments, Path log) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        // Options meant for this JVM (a debugger's port, a bigger heap) are not the child's.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        try {
            var child = new ChildJvm(builder.start(), log);
            var listener = new Thread(child::listen, "child-" + child.process.pid());
            listener.setDaemon(true);
            listener.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("a JVM for " + main.getName() + " can't be started", e);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException e) {
            said.add("what it said can't be read: " + e);
        }
        said.add(END);
    }

    /** The next line that the child says, {@link #END} behind the last, or null if there is none within the time. */
    public @Nullable String hear(Duration limit) throws InterruptedException {
        String line = said.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (END.equals(line)) {
            said.add(END);
        }
        return line;
    }

    /** Says a line to the child; one that has ended does not hear it. */
    public void say(String line) {
        try {
            Writer child = process.outputWriter(StandardCharsets.UTF_8);
            child.write(line + "\n");
            child.flush();
        } catch (IOException e) {
            // It has ended; whoever listens to it hears that.
            said.add(END);
        }
    }

    /** Waits for the end; the exit code, or null if it lives on. */
    public @Nullable Integer awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS) ? process.exitValue() : null;
    }

    /** The last lines of its log, for error messages. */
    public List<String> logTail(int lines) {
        try {
            List<String> all = Files.readAllLines(log);
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of("its log " + log + " can't be read: " + e);
        }
    }

    /** SIGKILL. It is gone when this returns. */
    public void kill() {
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

    /** Kills it if it lives. */
    @Override
    public void close() {
        kill();
    }
}
