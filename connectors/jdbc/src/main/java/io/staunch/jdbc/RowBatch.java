package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows by one statement, many at a time, within a transaction of the caller's.
 *
 * @param sql with a parameter for each column of the fit
 */
record RowBatch(String sql, TableFit<?> fit) {
    /** How many rows go to the database together. */
    static final int ROWS = 1_000;

    /**
     * A row.
     *
     * @param id whatever its record is known by
     */
    record Row(@Nullable Object[] values, long id) {}

    /** What is done about a row that the table does not take. */
    @FunctionalInterface
    interface OnRefused {
        void refused(Connection connection, Row row, String reason) throws SQLException;
    }

    /** Writes all or throws; then the transaction is of no use any more. */
    void write(Connection connection, List<Row> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            long sent = 0;
            for (Row row : rows) {
                long bytes = fit.bytes(row.values());
                if (sent > 0 && sent + bytes > fit.mostBytes()) {
                    statement.executeBatch();
                    sent = 0;
                }
                fit.bind(statement, row.values());
                statement.addBatch();
                sent += bytes;
            }
            statement.executeBatch();
        }
    }

    /** Writes what the table takes; the others are found by halving, and the transaction goes on. */
    void writeCarefully(Connection connection, List<Row> rows, OnRefused onRefused) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            write(connection, rows);
            connection.releaseSavepoint(before);
        } catch (SQLException e) {
            if (SqlFaults.kind(e) != SqlFaults.Kind.DATA) {
                throw e;
            }
            connection.rollback(before);
            if (rows.size() == 1) {
                onRefused.refused(connection, rows.get(0), Refusals.reason(e));
            } else {
                int half = rows.size() / 2;
                writeCarefully(connection, rows.subList(0, half), onRefused);
                writeCarefully(connection, rows.subList(half, rows.size()), onRefused);
            }
        }
    }
}
