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

/**
 * A real PostgreSQL in a folder of its own, on a port of this machine that it keeps. It writes through ({@code fsync} and {@code
 * synchronous_commit} are on), so what it has committed outlives {@link #kill}; it knows prepared transactions. It ends when this JVM ends, however
 * that ends. Runs as any user; for root, who PostgreSQL does not let run it, in a name space of its own ({@code unshare -U}).
 *
 * <p>Owned by one thread.
 */
public final class PostgresServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String USER = "staunch";
    private static final List<String> SETTINGS = List.of(
            "listen_addresses = '127.0.0.1'",
            "unix_socket_directories = ''",
            "fsync = on",
            "synchronous_commit = on",
            "max_connections = 60",
            "max_prepared_transactions = 20",
            "shared_buffers = 32MB");

    /** The shell ends the server when its own input ends, since then this JVM is gone. */
    private static final String WITH_PARENT =
            "\"$@\" </dev/null & server=$!; read line; kill -QUIT $server; wait $server";

    private final Path folder;
    private final Path programs;
    private final int port;
    private Process process;

    private PostgresServer(Path folder, Path programs, int port) {
        this.folder = folder;
        this.programs = programs;
        this.port = port;
        process = launch();
    }

    /** Makes one and starts it; it serves clients when this returns. */
    public static PostgresServer start() {
        return start(List.of());
    }

    /** The same with further lines of {@code postgresql.conf}. */
    public static PostgresServer start(List<String> settings) {
        try {
            return start(Files.createTempDirectory("staunch-postgresql"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL has no folder", e);
        }
    }

    /** The same with all its data in this folder, which must not be there yet, and which {@link #close} deletes. */
    public static PostgresServer startIn(Path folder) {
        try {
            return start(Files.createDirectory(folder), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL can't have folder " + folder, e);
        }
    }

    private static PostgresServer start(Path folder, List<String> settings) {
        try {
            Path programs = PostgresBinaries.folder().resolve("bin");
            int port = freePort();
            initialise(folder, programs);
            List<String> lines = new ArrayList<>(SETTINGS);
            lines.add("port = " + port);
            lines.addAll(settings);
            Files.write(folder.resolve("data/postgresql.conf"), lines);
            var server = new PostgresServer(folder, programs, port);
            server.awaitReady();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL can't be started in " + folder, e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void initialise(Path folder, Path programs) throws IOException {
        Path log = folder.resolve("initdb.log");
        List<String> command = within();
        command.addAll(List.of(
                programs.resolve("initdb").toString(),
                "-D",
                folder.resolve("data").toString(),
                "-U",
                USER));
        command.addAll(List.of("-A", "trust", "--no-sync", "--locale=C", "--encoding=UTF8"));
        Process initdb = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!initdb.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || initdb.exitValue() != 0) {
                initdb.destroyForcibly();
                throw new PostgresException("initdb has failed: " + String.join(" ", command) + "\n" + tail(log), null);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static List<String> within() {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U"));
        }
        return command;
    }

    private Process launch() {
        List<String> command = new ArrayList<>(List.of("sh", "-c", WITH_PARENT, "sh"));
        command.addAll(within());
        command.addAll(List.of(
                programs.resolve("postgres").toString(),
                "-D",
                folder.resolve("data").toString()));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        long start = System.nanoTime();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                boolean late = System.nanoTime() - start > PATIENCE.toNanos();
                if (late || !process.isAlive()) {
                    throw new PostgresException(
                            "PostgreSQL " + (late ? "is not ready after " + PATIENCE : "has ended") + ": "
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

    private static PostgresException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new PostgresException("interrupted", e);
    }

    private Path log() {
        return folder.resolve("postgresql.log");
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "its log " + log + " can't be read: " + e;
        }
    }

    /** For drivers, without user. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Who may connect, without a password. */
    public String user() {
        return USER;
    }

    public int port() {
        return port;
    }

    /** A new connection. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, "");
    }

    /** Runs statements, each in a transaction of its own. */
    public void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL for all its processes; gone when this returns. */
    public void kill() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        // The shell last, and the server before its helpers, so that it starts no new ones.
        for (ProcessHandle each : all) {
            each.destroyForcibly();
        }
        process.destroyForcibly();
        process.onExit().join();
        all.forEach(each -> each.onExit().join());
    }

    /** Stops all its processes where they are, until {@link #thaw}: clients wait. */
    public void freeze() {
        signal("STOP");
    }

    /** The opposite of {@link #freeze}. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        process.descendants().forEach(each -> command.add(Long.toString(each.pid())));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Starts it again after {@link #kill}, on the same folder and port; it serves clients when this returns. */
    public void restart() {
        if (process.isAlive()) {
            throw new IllegalStateException("it runs: kill it first");
        }
        process = launch();
        awaitReady();
    }

    /** Kills it, and deletes its folder. */
    @Override
    public void close() {
        kill();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
