package io.staunch.kafka.testkit.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of a broker: a child JVM with {@link BrokerMain}, from its start to its end. Safe for use by any thread.
 *
 * <p>A thread of this JVM reads what the child says, and ends with the child.
 */
final class BrokerProcess {
    /**
     * Ctrl-C in a terminal reaches children too. The broker outlives it, so that the parent can end its own work in
     * order and then the broker. A signal that is ignored stays so in the program that takes the shell's place.
     */
    private static final String IGNORING_INTERRUPTS = "trap '' INT; exec \"$@\"";

    /** Whatever logging is on the class path: warnings and errors, on the console. */
    private static final List<String> QUIET = List.of(
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
            "-Dlog4j2.level=WARN",
            "-Dlogback.configurationFile=io/staunch/kafka/testkit/broker/broker-logback.xml");

    private final Process process;
    private final BrokerLog log;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    private BrokerProcess(Process process, BrokerLog log) {
        this.process = process;
        this.log = log;
    }

    /** Starts the child and returns at once. */
    static BrokerProcess launch(BrokerSettings settings, BrokerNode node, BrokerFolder folder) {
        ProcessBuilder builder = new ProcessBuilder(command(settings, node, folder))
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
        builder.environment().put("CLASSPATH", settings.classPath());
        // Options meant for this JVM (a debugger's port, a bigger heap) are not the broker's.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        try {
            BrokerProcess broker = new BrokerProcess(builder.start(), new BrokerLog(folder.log()));
            Thread listener = new Thread(broker::listen, "kafka-broker-" + broker.pid());
            listener.setDaemon(true);
            listener.start();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(BrokerSettings settings, BrokerNode node, BrokerFolder folder) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", IGNORING_INTERRUPTS, "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + settings.heapMb() + "m");
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(QUIET);
        command.add(BrokerMain.class.getName());
        command.add(folder.properties().toString());
        command.add(node.clusterId());
        return command;
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null) {
                if (line.equals(BrokerMain.READY)) {
                    ready.complete(null);
                }
                line = output.readLine();
            }
            ready.completeExceptionally(new IOException("end of output"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits until the broker serves clients.
     *
     * @throws BrokerException if it ends before, or takes longer; the message holds the end of its log
     */
    void awaitReady(long timeoutMs) {
        try {
            ready.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new BrokerException(
                    "The Kafka broker (pid %d) was not ready after %d ms; allow it more time if the machine is busy.%s"
                            .formatted(pid(), timeoutMs, log.quoted()),
                    e);
        } catch (ExecutionException e) {
            throw new BrokerException(
                    "The Kafka broker (pid %d) ended with exit code %s before it was ready.%s"
                            .formatted(pid(), kill(), log.quoted()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("Interrupted while the Kafka broker (pid %d) started".formatted(pid()), e);
        }
    }

    /** Ends the child by SIGKILL, even one that is stopped, and waits until it is gone; returns its exit code. */
    int kill() {
        boolean interrupted = false;
        process.destroyForcibly();
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    // A killed process is gone in milliseconds; going on before would leave its files behind.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
