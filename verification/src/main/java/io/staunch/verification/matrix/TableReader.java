package io.staunch.verification.matrix;

import io.staunch.jdbc.testkit.DatabaseServer;
import io.staunch.verification.kafka.CountingJob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads a table in the order in which its rows were written. A database that is away is waited for. */
final class TableReader implements OutputReader {
    private static final long PAUSE_MS = 5;

    private final DatabaseServer database;
    private final String query;
    private final String unread;
    private @Nullable Connection connection;
    private long newest;

    TableReader(DatabaseServer database, String table) {
        this.database = database;
        query = "select * from " + table + " where id > ? order by id limit 20000";
        unread = "select count(*) from " + table + " where id > ?";
    }

    @Override
    public void read(Taker taker) {
        long before = newest;
        try (PreparedStatement select = connection().prepareStatement(query)) {
            select.setLong(1, newest);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    newest = rows.getLong("id");
                    taker.take(
                            0,
                            new CountingJob.Running(
                                    rows.getString("key"), rows.getLong("count"), rows.getInt("number")));
                }
            }
        } catch (SQLException away) {
            close();
        }
        if (newest == before) {
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Connection connection() throws SQLException {
        Connection there = connection;
        if (there == null) {
            there = database.connect();
            connection = there;
        }
        return there;
    }

    @Override
    public boolean atEnd() {
        try (PreparedStatement select = connection().prepareStatement(unread)) {
            select.setLong(1, newest);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getLong(1) == 0;
            }
        } catch (SQLException away) {
            close();
            return false;
        }
    }

    @Override
    public void interrupt() {
        // A read takes no longer than an answer.
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It is gone.
        }
        connection = null;
    }
}
