package io.staunch.verification.matrix;

import io.staunch.jdbc.testkit.DatabaseServer;
import io.staunch.jdbc.testkit.MariaServer;
import io.staunch.jdbc.testkit.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The databases that tables are in. */
enum Engine {
    POSTGRESQL("PostgreSQL", PostgresServer::start, "select gid from pg_prepared_xacts", "gid"),
    MARIADB("MariaDB", MariaServer::start, "xa recover", "data");

    private final String title;
    private final Supplier<DatabaseServer> server;
    private final String prepared;
    private final String name;

    Engine(String title, Supplier<DatabaseServer> server, String prepared, String name) {
        this.title = title;
        this.server = server;
        this.prepared = prepared;
        this.name = name;
    }

    /** For people. */
    String title() {
        return title;
    }

    /** A new one. */
    DatabaseServer start() {
        return server.get();
    }

    /** The names of all transactions that are prepared there, whoever has prepared them. */
    Set<String> prepared(DatabaseServer there) {
        Set<String> names = new TreeSet<>();
        try (Connection connection = there.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(prepared)) {
            while (rows.next()) {
                names.add(rows.getString(name));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }
}
