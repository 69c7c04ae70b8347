package io.staunch.examples.lines;

import io.staunch.sink.TransactionConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes lines, and prepares. Its errors are thrown as they are: the job restarts and reads again. */
final class LineWriter implements TransactionConnection<String> {
    private static final int TOGETHER = 500;

    private final Connection connection;
    private final String job;
    private final String resource;
    private final PreparedStatement insert;
    private int waiting;

    LineWriter(Connection connection, String job, String resource) throws SQLException {
        this.connection = connection;
        this.job = job;
        this.resource = resource;
        connection.setAutoCommit(false);
        this.insert = connection.prepareStatement("INSERT INTO lines (line) VALUES (?)");
    }

    /** The driver begins a transaction with the first statement. Each wait for a lock must end. */
    @Override
    public void begin() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = '10s'");
        }
    }

    @Override
    public void write(String line, long origin) throws SQLException {
        insert.setString(1, line);
        insert.addBatch();
        waiting++;
        if (waiting == TOGETHER) {
            send();
        }
    }

    private void send() throws SQLException {
        insert.executeBatch();
        waiting = 0;
    }

    /** The row with the name is the evidence. The name has only letters, digits and underscores, and this statement takes no parameter. */
    @Override
    public void prepare(String token) throws SQLException {
        send();
        try (PreparedStatement evidence =
                connection.prepareStatement("INSERT INTO lines_evidence (token, job, resource) VALUES (?, ?, ?)")) {
            evidence.setString(1, token);
            evidence.setString(2, job);
            evidence.setString(3, resource);
            evidence.executeUpdate();
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE TRANSACTION '" + token + "'");
        }
    }

    @Override
    public void close() {
        LineCommits.close(connection);
    }
}
