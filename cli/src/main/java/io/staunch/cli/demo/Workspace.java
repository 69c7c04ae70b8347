package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.jdbc.testkit.DatabaseServerException;
import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.kafka.testkit.broker.BrokerException;
import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a demo makes outside its own memory: a temporary folder, the broker, the database and the job's process. Nothing of it outlives this JVM:
 * {@link #close()} or, after Ctrl-C, a shutdown hook kills the processes and deletes the folder. Safe for use by any thread.
 */
final class Workspace implements AutoCloseable {
    private static final Duration DELETE_WITHIN = Duration.ofSeconds(10);

    private final Path folder;
    private final Thread hook = new Thread(this::end, "demo-shutdown");
    private @Nullable KafkaBroker broker;
    private @Nullable PostgresServer database;
    private @Nullable JobProcess job;
    private boolean starting;
    private boolean ended;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder.
     *
     * @param parent where; must have so many bytes free
     */
    static Workspace in(Path parent, long bytesNeeded) {
        try {
            long free = Files.getFileStore(parent).getUsableSpace();
            if (free < bytesNeeded) {
                throw new CommandFailure(
                        ("not enough disk: the demo needs about %d MB in %s, and %d MB are free; free some,"
                                        + " name another place with --folder, or ask for fewer with --records")
                                .formatted(mb(bytesNeeded), parent, mb(free)));
            }
            var workspace = new Workspace(Files.createTempDirectory(parent, "staunch-demo-"));
            Runtime.getRuntime().addShutdownHook(workspace.hook);
            return workspace;
        } catch (IOException e) {
            throw new CommandFailure(
                    "no temporary folder can be made in " + parent + " (" + e + "); name another place with --folder",
                    e);
        }
    }

    Path folder() {
        return folder;
    }

    /** Where the job's checkpoints are. */
    Path state() {
        return folder.resolve("state");
    }

    /** Where the job's files are, if it writes some. */
    Path files() {
        return folder.resolve("files");
    }

    /** The log of all lives of the job. */
    Path jobLog() {
        return folder.resolve("job.log");
    }

    /**
     * Starts the broker, and waits until it is ready.
     *
     * @param port for clients; 0 for a free one
     */
    KafkaBroker startBroker(int port) {
        BrokerSettings settings =
                BrokerSettings.defaults().withFolder(folder.resolve("kafka")).withPort(port);
        begin();
        try {
            KafkaBroker started = KafkaBroker.start(settings);
            own(started);
            return started;
        } catch (BrokerException e) {
            String hint = isPortTaken(e) ? " (--port chooses another one)" : "";
            throw new CommandFailure("Kafka can't be started: " + e.getMessage() + hint, e);
        } finally {
            begun();
        }
    }

    /** Starts a PostgreSQL, and waits until it is ready. */
    PostgresServer startDatabase() {
        begin();
        try {
            PostgresServer started = PostgresServer.startIn(folder.resolve("postgresql"));
            own(started);
            return started;
        } catch (DatabaseServerException | UncheckedIOException e) {
            throw new CommandFailure(
                    "PostgreSQL can't be started: " + e.getMessage() + " (--sinks files goes without it)", e);
        } finally {
            begun();
        }
    }

    private synchronized void begin() {
        if (ended) {
            throw new CommandFailure("the demo is being ended");
        }
        starting = true;
    }

    private synchronized void begun() {
        starting = false;
        notifyAll();
    }

    /** A broker that is only just starting makes its folders; it is killed by a hook of its own, and then its start fails. */
    private void awaitBegun() {
        long deadline = System.nanoTime() + DELETE_WITHIN.toNanos();
        boolean interrupted = false;
        while (starting && System.nanoTime() < deadline) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline - System.nanoTime()));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isPortTaken(BrokerException e) {
        return e.getMessage() != null && e.getMessage().contains("is taken");
    }

    private synchronized void own(KafkaBroker started) {
        broker = started;
        if (ended) {
            started.close();
        }
    }

    private synchronized void own(PostgresServer started) {
        database = started;
        if (ended) {
            started.kill();
        }
    }

    /** Starts a process that {@link #close()} kills if it is there still. */
    synchronized JobProcess startJob(Supplier<JobProcess> start) {
        if (ended) {
            throw new CommandFailure("the demo is being ended");
        }
        JobProcess started = start.get();
        job = started;
        return started;
    }

    /** The last lines of the job's log, for error messages. */
    List<String> jobLogTail(int lines) {
        try {
            List<String> all = Files.readAllLines(jobLog());
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Whether the disk has so little left that other errors most likely come from that. */
    boolean diskFull() {
        try {
            return Files.getFileStore(folder).getUsableSpace() < 16 * 1024 * 1024;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether all was killed and deleted, or is being so. */
    synchronized boolean ended() {
        return ended;
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is shutting down, so the hook runs anyway and finds nothing left to do.
        }
    }

    private synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        if (job != null) {
            job.kill();
        }
        if (database != null) {
            database.kill();
        }
        if (broker != null) {
            broker.close();
        }
        awaitBegun();
        delete();
    }

    /** A process that was killed may still write for a moment. */
    private void delete() {
        long deadline = System.nanoTime() + DELETE_WITHIN.toNanos();
        while (Files.exists(folder) && !tryDelete() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    private boolean tryDelete() {
        try {
            Files.walkFileTree(folder, new Deletion());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static long mb(long bytes) {
        return bytes / (1024 * 1024);
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error) throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
