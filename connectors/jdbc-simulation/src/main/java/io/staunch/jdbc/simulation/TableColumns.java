package io.staunch.jdbc.simulation;

import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table as somebody knows it who reads all of it.
 *
 * @param table as the sink names it
 * @param sql for statements
 * @param names of all columns but those that the database fills by itself
 * @param keyNames of the primary key; empty if there is none
 */
record TableColumns(String table, String sql, List<String> names, List<String> keyNames) {
    /** @throws IllegalArgumentException if there is no such table */
    static TableColumns of(Connection connection, String table) throws SQLException {
        String[] parts = table.split("\\.", 2);
        String name = exact(parts[parts.length - 1]);
        String schema = parts.length == 1 ? connection.getSchema() : exact(parts[0]);
        DatabaseMetaData meta = connection.getMetaData();
        List<String> names = new ArrayList<>();
        try (ResultSet found = meta.getColumns(null, literal(schema), literal(name), null)) {
            while (found.next()) {
                if (!"YES".equals(found.getString("IS_AUTOINCREMENT"))
                        && !"YES".equals(found.getString("IS_GENERATEDCOLUMN"))) {
                    names.add(found.getString("COLUMN_NAME"));
                }
            }
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("the simulated database has no table " + table
                    + ": say how it is made, as in outside(SimulatedDatabaseKind.of(\"CREATE TABLE " + table
                    + " (...)\"))");
        }
        List<String> key = new ArrayList<>();
        try (ResultSet found = meta.getPrimaryKeys(null, schema, name)) {
            while (found.next()) {
                key.add(found.getString("COLUMN_NAME"));
            }
        }
        connection.commit();
        return new TableColumns(table, quoted(schema) + "." + quoted(name), List.copyOf(names), List.copyOf(key));
    }

    private static String exact(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name.toUpperCase(Locale.ROOT);
    }

    private static String literal(String name) {
        return name.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    String list() {
        return names.stream().map(TableColumns::quoted).collect(Collectors.joining(", "));
    }

    /** Whether the numbers of rows are in the order in which they come: with a key the key may be the number. */
    boolean rowsInOrder() {
        return keyNames.isEmpty();
    }

    boolean isWrittenBy(String statement) {
        String name = sql.substring(sql.indexOf('.') + 1);
        return statement.contains(name);
    }

    Map<String, @Nullable Object> row(ResultSet row, int from) throws SQLException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i).toLowerCase(Locale.ROOT), value(row.getObject(from + i)));
        }
        return values;
    }

    /** The values of the key, or of the whole row if there is none. */
    Object key(ResultSet row, int from) throws SQLException {
        Map<String, @Nullable Object> values = row(row, from);
        if (!keyNames.isEmpty()) {
            values.keySet()
                    .retainAll(keyNames.stream()
                            .map(each -> each.toLowerCase(Locale.ROOT))
                            .toList());
        }
        return values;
    }

    private static @Nullable Object value(@Nullable Object value) throws SQLException {
        if (value instanceof Clob text) {
            return text.getSubString(1, (int) text.length());
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value;
    }
}
