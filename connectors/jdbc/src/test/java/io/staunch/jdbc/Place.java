package io.staunch.jdbc;

import io.staunch.jdbc.testkit.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

    Database database() {
        return database;
    }

    boolean isH2() {
        return database.dialect() == Dialect.H2;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), user, "");
    }

    void run(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** All rows, their values with a comma between. */
    List<String> rows(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
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
