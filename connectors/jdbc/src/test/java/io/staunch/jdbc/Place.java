package io.staunch.jdbc;

import io.staunch.jdbc.testkit.MariaServer;
import io.staunch.jdbc.testkit.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database of a test's own, empty at first. */
final class Place {
    private final Database database;
    private final String user;

    private Place(Database database, String user) {
        this.database = database;
        this.user = user;
    }

    /** In memory. */
    static Place h2() {
        return new Place(Database.url("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"), "");
    }

    /** In a file of this folder, as long as there are connections. */
    static Place h2(Path folder) {
        return new Place(Database.url("jdbc:h2:file:" + folder.resolve("place") + ";WRITE_DELAY=0"), "");
    }

    /** In a schema of its own, of a server that all tests of this JVM share. */
    static Place postgres() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        try {
            Shared.SERVER.run("create schema " + schema);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return new Place(
                Database.url(Shared.SERVER.url() + "?currentSchema=" + schema).user(Shared.SERVER.user()),
                Shared.SERVER.user());
    }

    /** In a database of its own, of a server that all tests of this JVM share. */
    static Place maria() {
        String schema = "s_" + UUID.randomUUID().toString().replace("-", "");
        MariaServer server = SharedMaria.SERVER;
        try {
            server.run("create database " + schema + " character set utf8mb4");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return new Place(
                Database.url("jdbc:mariadb://127.0.0.1:" + server.port() + "/" + schema)
                        .user(server.user()),
                server.user());
    }

    Database database() {
        return database;
    }

    boolean isH2() {
        return database.dialect() == Dialect.H2;
    }

    boolean isMaria() {
        return database.dialect() == Dialect.MARIADB;
    }

    /** The first moment that a column takes. */
    Instant firstMoment() {
        return Instant.ofEpochSecond(isMaria() ? 1 : 0);
    }

    Connection connect() throws SQLException {
        String settings = isMaria() ? "?sessionVariables=time_zone='+00:00'" : "";
        return DriverManager.getConnection(database.url() + settings, user, "");
    }

    /** What is written for PostgreSQL and H2, in MariaDB's words. */
    String sql(String standard) {
        return !isMaria()
                ? standard
                : standard.replaceAll("timestamp with time zone '([^']*)\\+00'", "_TIMESTAMP'$1'")
                        .replaceAll("timestamp(\\([0-9]\\))? with time zone", "_TIMESTAMP$1")
                        .replaceAll("\\btimestamp\\b", "datetime(6)")
                        .replaceAll("_TIMESTAMP\\b(?![('])", "timestamp(6)")
                        .replace("_TIMESTAMP", "timestamp")
                        .replace("generated always as identity", "auto_increment")
                        .replaceAll("\\blines\\b", "`lines`");
    }

    void run(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(sql(each));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** All rows, their values with a comma between. */
    List<String> rows(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql(query))) {
            List<String> rows = new ArrayList<>();
            while (found.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    values.add(found.getString(i));
                }
                rows.add(String.join(",", values));
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The same of MariaDB. */
    private static final class SharedMaria {
        static final MariaServer SERVER = start();

        private static MariaServer start() {
            MariaServer server = MariaServer.start();
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        }
    }

    /** Started by the first test that needs it, ended with this JVM. */
    private static final class Shared {
        static final PostgresServer SERVER = start();

        private static PostgresServer start() {
            PostgresServer server = PostgresServer.start();
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        }
    }
}
