package io.staunch.jdbc;

import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at a table before anything is written to it, and reports all that does not fit. */
final class TableLook {
    /** The part of a packet that is left for the statement. */
    private static final int STATEMENT_PART = 64;

    private TableLook() {}

    /**
     * Holds a sink against its table.
     *
     * @param key columns of the key, as they would stand in SQL; empty if it has none
     * @throws ConfigurationException with all that does not fit
     */
    static <T> TableFit<T> at(Connection connection, TableOptions<T> options, List<String> key) throws SQLException {
        Dialect dialect = options.database().dialect();
        TableName name = options.tableName();
        List<String> problems = new ArrayList<>();
        TableShape table = TableShape.read(connection, dialect, name).orElse(null);
        if (table == null) {
            problems.add("there is no table " + name.sql(dialect) + " in schema " + name.schema(dialect, connection)
                    + " that this user sees: create it, or correct the name");
            throw new ConfigurationException(options.description(), problems);
        }
        TableFit<T> fit = TableFit.of(
                name, dialect, table, options.columns().resolved(), mostBytes(connection, dialect), problems);
        checkKey(exact(key, dialect), table, fit, problems);
        withoutTransactions(connection, dialect, name).ifPresent(problems::add);
        unlogged(connection, dialect, name).forEach(each -> problems.add(emptied(each)));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(options.description(), problems);
        }
        return fit;
    }

    private static long mostBytes(Connection connection, Dialect dialect) throws SQLException {
        if (dialect != Dialect.MARIADB) {
            return Long.MAX_VALUE;
        }
        long most = Long.parseLong(MariaServerLook.setting(connection, "max_allowed_packet"));
        // A byte of a text or of bytes may take two on the way, and there is the statement itself.
        return most / 2 - most / STATEMENT_PART;
    }

    /** What to say of a table whose engine has no transactions; empty if it has, or if there is no such table. */
    static Optional<String> withoutTransactions(Connection connection, Dialect dialect, TableName name)
            throws SQLException {
        if (dialect != Dialect.MARIADB) {
            return Optional.empty();
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT engine FROM information_schema.tables"
                + " WHERE table_schema = ? AND table_name = ? AND engine <> 'InnoDB'")) {
            select.setString(1, name.schema(dialect, connection));
            select.setString(2, name.table().exact(dialect));
            try (ResultSet found = select.executeQuery()) {
                return found.next()
                        ? Optional.of("table " + name.sql(dialect) + " is of engine " + found.getString(1)
                                + ", and only InnoDB has the transactions and the locks that are needed: ALTER TABLE "
                                + name.sql(dialect) + " ENGINE = InnoDB")
                        : Optional.empty();
            }
        }
    }

    private static String emptied(String unlogged) {
        return "table " + unlogged
                + " is UNLOGGED: a crash of the server empties it, of what was committed long ago, too. Make it an ordinary one: ALTER TABLE "
                + unlogged + " SET LOGGED";
    }

    /** @throws RefusedException if it is a table whose engine has no transactions, or that a crash of the server empties */
    static void requireKept(Connection connection, Dialect dialect, TableName name, String place) throws SQLException {
        List<String> unlogged = unlogged(connection, dialect, name);
        Optional<String> wrong = withoutTransactions(connection, dialect, name)
                .or(() -> unlogged.stream().findFirst().map(TableLook::emptied));
        if (wrong.isPresent()) {
            throw new RefusedException(place + ": " + wrong.get());
        }
    }

    /** What a crash of the server empties: the table itself, or partitions of it. */
    static List<String> unlogged(Connection connection, Dialect dialect, TableName name) throws SQLException {
        List<String> unlogged = new ArrayList<>();
        if (dialect != Dialect.POSTGRESQL) {
            return unlogged;
        }
        try (PreparedStatement select =
                connection.prepareStatement("WITH RECURSIVE tree AS (SELECT CAST(to_regclass(?) AS oid) AS oid"
                        + " UNION ALL SELECT part.inhrelid FROM tree JOIN pg_class whole ON whole.oid = tree.oid AND whole.relkind = 'p'"
                        + " JOIN pg_inherits part ON part.inhparent = tree.oid)"
                        + " SELECT CAST(CAST(c.oid AS regclass) AS text) FROM tree JOIN pg_class c ON c.oid = tree.oid"
                        + " WHERE c.relpersistence = 'u' AND c.relkind <> 'p' ORDER BY 1")) {
            select.setString(1, name.sql(dialect));
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    unlogged.add(found.getString(1));
                }
            }
        }
        return unlogged;
    }

    static Set<String> exact(List<String> key, Dialect dialect) {
        Set<String> exact = new LinkedHashSet<>();
        key.forEach(each -> exact.add(TableOptions.column(each).orElseThrow().column(dialect)));
        return exact;
    }

    private static void checkKey(Set<String> key, TableShape table, TableFit<?> fit, List<String> problems) {
        key.stream()
                .filter(each -> !fit.names().contains(each))
                .forEach(
                        each -> problems.add("the key has column " + each + ", to which nothing is written that fits"));
        key.stream()
                .flatMap(each -> table.column(each).stream())
                .filter(ColumnShape::nullable)
                .forEach(
                        each -> problems.add(
                                "column " + each.name()
                                        + " of the key may be without a value, and rows without it are never the same: make it NOT NULL"));
        if (!key.isEmpty() && fit.dialect() == Dialect.MARIADB) {
            table.uniqueKeys().stream()
                    .filter(each -> !each.equals(key))
                    .forEach(
                            each -> problems.add(
                                    "there is a unique index over " + each + " beside the key " + key
                                            + ": MariaDB would overwrite the row that has these values, whatever its key. Drop it, or take JdbcSink.writeAhead"));
        }
        if (!key.isEmpty() && !table.uniqueKeys().contains(key)) {
            problems.add("there is no primary key or unique index over exactly the key " + key
                    + ", without which a repetition adds rows:" + " create one. There are " + table.uniqueKeys());
        }
    }
}
