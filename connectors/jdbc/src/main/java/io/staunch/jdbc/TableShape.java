package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table as the database has it.
 *
 * @param columns in their order
 * @param uniqueKeys the columns of each unique index that covers all rows
 */
record TableShape(List<ColumnShape> columns, Set<Set<String>> uniqueKeys) {
    Optional<ColumnShape> column(String exactName) {
        return columns.stream().filter(each -> each.name().equals(exactName)).findFirst();
    }

    List<String> names() {
        return columns.stream().map(ColumnShape::name).toList();
    }

    /** Empty if there is no such table, or none that this user sees. */
    static Optional<TableShape> read(Connection connection, Dialect dialect, TableName name) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
        String schema = name.schema(dialect, connection);
        String table = name.table().exact(dialect);
        if (!exists(meta, schema, table)) {
            return Optional.empty();
        }
        return Optional.of(
                new TableShape(columns(meta, dialect, schema, table), uniqueKeys(meta, dialect, schema, table)));
    }

    private static boolean exists(DatabaseMetaData meta, String schema, String table) throws SQLException {
        try (ResultSet found = meta.getTables(null, pattern(meta, schema), pattern(meta, table), null)) {
            while (found.next()) {
                String type = String.valueOf(found.getString("TABLE_TYPE"));
                if (type.contains("TABLE") || type.contains("VIEW")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static List<ColumnShape> columns(DatabaseMetaData meta, Dialect dialect, String schema, String table)
            throws SQLException {
        List<ColumnShape> columns = new ArrayList<>();
        try (ResultSet found = meta.getColumns(null, pattern(meta, schema), pattern(meta, table), null)) {
            while (found.next()) {
                String typeName = found.getString("TYPE_NAME");
                columns.add(new ColumnShape(
                        dialect.column(found.getString("COLUMN_NAME")),
                        type(dialect, found.getInt("DATA_TYPE"), typeName),
                        typeName,
                        found.getInt("COLUMN_SIZE"),
                        found.getInt("DECIMAL_DIGITS"),
                        found.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                        found.getString("COLUMN_DEF") != null || "YES".equals(found.getString("IS_AUTOINCREMENT")),
                        "YES".equals(found.getString("IS_GENERATEDCOLUMN"))
                                && !"YES".equals(found.getString("IS_AUTOINCREMENT"))));
            }
        }
        return columns;
    }

    /** MariaDB's driver has one type for times that are moments (TIMESTAMP) and for those that are not (DATETIME). */
    private static int type(Dialect dialect, int type, String typeName) {
        return dialect == Dialect.MARIADB && typeName.equals("TIMESTAMP") ? Types.TIMESTAMP_WITH_TIMEZONE : type;
    }

    private static Set<Set<String>> uniqueKeys(DatabaseMetaData meta, Dialect dialect, String schema, String table)
            throws SQLException {
        Map<String, Set<String>> indexes = new HashMap<>();
        Set<String> partial = new HashSet<>();
        try (ResultSet found = meta.getIndexInfo(null, schema, table, true, true)) {
            while (found.next()) {
                String index = found.getString("INDEX_NAME");
                String column = found.getString("COLUMN_NAME");
                if (index == null || column == null) {
                    continue;
                }
                indexes.computeIfAbsent(index, each -> new HashSet<>()).add(dialect.column(column));
                if (found.getString("FILTER_CONDITION") != null
                        && !found.getString("FILTER_CONDITION").isEmpty()) {
                    partial.add(index);
                }
            }
        }
        indexes.keySet().removeAll(partial);
        return Set.copyOf(indexes.values());
    }

    /** A name in which nothing stands for anything else. */
    private static String pattern(DatabaseMetaData meta, String name) throws SQLException {
        String escape = meta.getSearchStringEscape();
        return name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
    }
}
