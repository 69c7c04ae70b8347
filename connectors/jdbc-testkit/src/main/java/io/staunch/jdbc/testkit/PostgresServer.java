package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real PostgreSQL. It writes through ({@code fsync} and {@code synchronous_commit} are on), so what it has committed outlives {@link #kill}; it knows
 * prepared transactions. Runs as any user; for root, who PostgreSQL does not let run it, in a name space of its own ({@code unshare -U}).
 */
public final class PostgresServer extends DatabaseServer {
    private static final List<String> SETTINGS = List.of(
            "listen_addresses = '127.0.0.1'",
            "unix_socket_directories = ''",
            "fsync = on",
            "synchronous_commit = on",
            "max_connections = 60",
            "max_prepared_transactions = 20",
            "shared_buffers = 32MB");

    private final Path programs;

    private PostgresServer(Path folder, Path programs, int port) {
        super("PostgreSQL", folder, port);
        this.programs = programs;
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
            server.launch();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL can't be started in " + folder, e);
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
        requireDone(initdb, String.join(" ", command), log);
    }

    private static List<String> within() {
        return new ArrayList<>(isRoot() ? List.of("unshare", "-U") : List.of());
    }

    @Override
    List<String> command() {
        List<String> command = within();
        command.addAll(List.of(
                programs.resolve("postgres").toString(),
                "-D",
                folder().resolve("data").toString()));
        return command;
    }

    @Override
    String quits() {
        return "QUIT";
    }

    @Override
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres";
    }
}
