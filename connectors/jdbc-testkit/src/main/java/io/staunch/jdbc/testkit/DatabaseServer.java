package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A real database server in a folder of its own, on a port of this machine that it keeps, in processes that can be killed and started again. It ends
 * when this JVM ends, however that ends.
 *
 * <p>Owned by one thread.
 */
public abstract class DatabaseServer implements AutoCloseable {
    static final String USER = "staunch";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String title;
    private final Path folder;
    private final int port;
    private @Nullable Process process;

    DatabaseServer(String title, Path folder, int port) {
        this.title = title;
        this.folder = folder;
        this.port = port;
    }

    /** What runs the server until it is killed. */
    abstract List<String> command();

    /** The signal on which it ends at once. */
    abstract String quits();

    /** For drivers, without user. */
    public abstract String url();

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Waits until a process that prepares something has ended well. */
    static void requireDone(Process process, String what, Path log) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new DatabaseServerException(what + " has failed\n" + tail(log), null);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Starts it; it serves clients when this returns. */
    final void launch() {
        // The shell ends the server when its own input ends, since then this JVM is gone.
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "\"$@\" </dev/null & server=$!; read line; kill -" + quits() + " $server; wait $server",
                "sh"));
        command.addAll(command());
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitReady();
    }

    private Process process() {
        Process there = process;
        if (there == null) {
            throw new IllegalStateException("it was not started");
        }
        return there;
    }

    private void awaitReady() {
        long start = System.nanoTime();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                boolean late = System.nanoTime() - start > PATIENCE.toNanos();
                if (late || !isAlive()) {
                    throw new DatabaseServerException(
                            title + " " + (late ? "is not ready after " + PATIENCE : "has ended") + ": "
                                    + e.getMessage() + "\n" + tail(log()),
                            e);
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static DatabaseServerException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new DatabaseServerException("interrupted", e);
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "its log " + log + " can't be read: " + e;
        }
    }

    final Path folder() {
        return folder;
    }

    public final int port() {
        return port;
    }

    /** Who may connect, without a password. */
    public final String user() {
        return USER;
    }

    /** A new connection. */
    public final Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, "");
    }

    /** Runs statements over one connection, each in a transaction of its own. */
    public final void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    public final boolean isAlive() {
        return process().isAlive();
    }

    /** SIGKILL for all its processes; gone when this returns. */
    public final void kill() {
        List<ProcessHandle> all = new ArrayList<>(process().descendants().toList());
        // The shell last, and the server before its helpers, so that it starts no new ones.
        for (ProcessHandle each : all) {
            each.destroyForcibly();
        }
        process().destroyForcibly();
        process().onExit().join();
        all.forEach(each -> each.onExit().join());
    }

    /** Stops all its processes where they are, until {@link #thaw}: clients wait. */
    public final void freeze() {
        signal("STOP");
    }

    /** The opposite of {@link #freeze}. */
    public final void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        process().descendants().forEach(each -> command.add(Long.toString(each.pid())));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Starts it again after {@link #kill}, on the same folder and port; it serves clients when this returns. */
    public final void restart() {
        if (isAlive()) {
            throw new IllegalStateException("it runs: kill it first");
        }
        launch();
    }

    /** Kills it, and deletes its folder. */
    @Override
    public final void close() {
        kill();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
