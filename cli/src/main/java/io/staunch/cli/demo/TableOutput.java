package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.ThreeSinksJob;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.testkit.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The job's table in a PostgreSQL, which is asked for it in plain SQL. */
final class TableOutput implements OutputBeside {
    private static final int AT_ONCE = 10_000;

    /** Rows in the order in which they were written, each as JSON with the names that the job's records have. */
    private static final String ROWS =
            "SELECT json_build_object('airport', airport, 'flights', flights, 'delayed', delayed,"
                    + " 'minutes', minutes, 'lastFlight', last_flight)::text FROM airport_delays ORDER BY id";

    private final PostgresServer server;

    private TableOutput(PostgresServer server) {
        this.server = server;
    }

    /** Makes the table, empty. */
    static TableOutput in(PostgresServer server) {
        try {
            server.run(ThreeSinksJob.TABLE);
            return new TableOutput(server);
        } catch (SQLException e) {
            throw new CommandFailure("the table can't be made in PostgreSQL: " + e.getMessage(), e);
        }
    }

    /** The database, as the job reaches it. */
    Database database() {
        return Database.url(server.url()).user(server.user());
    }

    @Override
    public void read(Output into) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            // Only within a transaction does the driver fetch rows as they are asked for.
            connection.setAutoCommit(false);
            statement.setFetchSize(AT_ONCE);
            try (ResultSet rows = statement.executeQuery(ROWS)) {
                while (rows.next()) {
                    count(rows.getString(1), into);
                }
            }
        } catch (SQLException e) {
            throw new CommandFailure("the table can't be read from PostgreSQL: " + e.getMessage(), e);
        }
    }

    private static void count(String row, Output into) {
        try {
            into.add(0, row.getBytes(StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            into.addUnreadable();
        }
    }
}
