package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a table as it would stand in SQL: {@code totals}, {@code shop.totals}, {@code "Odd"."Name"}. What is not quoted is folded as the database
 * folds names.
 *
 * @param schema null for the connection's own
 */
record TableName(@Nullable Part schema, Part table) {
    private static final Pattern PART = Pattern.compile("\"((?:[^\"]|\"\")+)\"|([\\p{L}_][\\p{L}\\p{N}_$]*)");

    /** One name. */
    record Part(String text, boolean quoted) {
        String exact(Dialect dialect) {
            return quoted ? text : dialect.folded(text);
        }

        /** As the name of a column. */
        String column(Dialect dialect) {
            return dialect.column(exact(dialect));
        }
    }

    /** Empty if it is no name. */
    static Optional<TableName> of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length() && matcher.find(at) && matcher.start() == at) {
            parts.add(part(matcher));
            at = matcher.end();
            if (at < text.length() && text.charAt(at++) != '.') {
                return Optional.empty();
            }
            if (at == text.length()) {
                break;
            }
        }
        boolean whole = at == text.length() && !text.endsWith(".");
        return whole && parts.size() == 1
                ? Optional.of(new TableName(null, parts.get(0)))
                : whole && parts.size() == 2
                        ? Optional.of(new TableName(parts.get(0), parts.get(1)))
                        : Optional.empty();
    }

    /** One that was checked. */
    static TableName checked(String text) {
        return of(text).orElseThrow(() -> new IllegalStateException("'" + text + "' is no name of a table"));
    }

    /** The name of a column, by the same rules. Empty if it is none. */
    static Optional<Part> column(String text) {
        Matcher matcher = PART.matcher(text);
        return matcher.matches() ? Optional.of(part(matcher)) : Optional.empty();
    }

    private static Part part(Matcher matcher) {
        String quoted = matcher.group(1);
        return quoted == null ? new Part(matcher.group(2), false) : new Part(quoted.replace("\"\"", "\""), true);
    }

    String schema(Dialect dialect, Connection connection) throws SQLException {
        return schema == null ? String.valueOf(connection.getSchema()) : schema.exact(dialect);
    }

    /** For SQL. */
    String sql(Dialect dialect) {
        return (schema == null ? "" : dialect.quoted(schema.exact(dialect)) + ".")
                + dialect.quoted(table.exact(dialect));
    }

    /** Of another table in the same schema, whose name is this one's with something behind it. */
    TableName with(String suffix) {
        return new TableName(schema, new Part(table.text() + suffix, table.quoted()));
    }
}
