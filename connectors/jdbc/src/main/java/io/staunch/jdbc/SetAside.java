package io.staunch.jdbc;

import io.staunch.jdbc.RowBatch.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A table for records that a table does not take.
 *
 * @param create whether it may be made if it is not there
 */
record SetAside(TableName name, Dialect dialect, boolean create) {
    private static final int LONGEST_REASON = 1_000;

    String ddl() {
        return "CREATE TABLE IF NOT EXISTS " + name.sql(dialect)
                + " (job VARCHAR(200) NOT NULL, resource VARCHAR(800) NOT NULL,"
                + " checkpoint BIGINT NOT NULL, record BIGINT NOT NULL, reason VARCHAR(" + LONGEST_REASON
                + ") NOT NULL, content " + dialect.longText() + " NOT NULL)" + dialect.tableOptions();
    }

    /** Whether the table is there, or was made. */
    boolean thereOrMade(Connection connection) throws SQLException {
        if (TableShape.read(connection, dialect, name).isPresent()) {
            return true;
        }
        if (create) {
            try (PreparedStatement made = connection.prepareStatement(ddl())) {
                made.execute();
            }
        }
        return create;
    }

    void add(Connection connection, LedgerKey of, long checkpoint, Row row, TableFit<?> fit, String reason)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name.sql(dialect)
                + " (job, resource, checkpoint, record, reason, content) VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, of.job());
            insert.setString(2, of.resource());
            insert.setLong(3, checkpoint);
            insert.setLong(4, row.id());
            insert.setString(5, reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
            insert.setString(6, content(row.values(), fit));
            insert.executeUpdate();
        }
    }

    /** The values as a JSON object of texts. */
    static String content(@Nullable Object[] values, TableFit<?> fit) {
        var json = new StringBuilder("{");
        for (int i = 0; i < values.length; i++) {
            json.append(i == 0 ? "" : ", ").append(quoted(fit.names().get(i))).append(": ");
            Object value = values[i];
            json.append(value == null ? "null" : quoted(value instanceof byte[] bytes ? hex(bytes) : value.toString()));
        }
        return json.append('}').toString();
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.of().formatHex(bytes);
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
