package io.staunch.jdbc;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.RecordMaker.UnreadableRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements of a source. All methods work in a transaction of the caller's. */
final class RowQuery<T> {
    /** How many rows are fetched together. */
    static final int ROWS = 1_000;
    /** Places of records have 52 bits. */
    private static final long IDS = 1L << 52;

    private final ReadOptions<T> options;
    private final Dialect dialect;
    private final String table;
    private final String id;
    private final @Nullable String time;
    private final String columns;
    private final RecordMaker<T> maker;
    /** Which index is read; null until it is known. */
    private @Nullable String hint;

    private boolean held;

    /**
     * A row that was read.
     *
     * @param value its record; null if it can't be one
     * @param why it can't be one; null if it can
     */
    record Fetched<T>(
            RowPosition position,
            @Nullable T value,
            @Nullable String why) {}

    RowQuery(ReadOptions<T> options) {
        this.options = options;
        dialect = options.database().dialect();
        table = TableName.checked(options.table()).sql(dialect);
        id = quoted(Objects.requireNonNull(options.id()));
        String timeColumn = options.time();
        time = timeColumn == null ? null : quoted(timeColumn);
        columns = String.join(
                ", ",
                RecordMaker.columns(options.columns()).stream()
                        .map(this::quoted)
                        .toList());
        maker = new RecordMaker<>(options.columns().type(), dialect);
    }

    private String quoted(String column) {
        return dialect.quoted(TableName.column(column).orElseThrow().column(dialect));
    }

    /** Holds the table against what is read; all that does not fit. */
    void check(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        TableName name = TableName.checked(options.table());
        TableShape shape = TableShape.read(connection, dialect, name).orElse(null);
        if (shape == null) {
            problems.add("there is no table " + name.sql(dialect) + " in schema " + name.schema(dialect, connection)
                    + " that this user sees: create it, or correct the name");
        } else {
            options.columns()
                    .resolved()
                    .forEach(column -> shape.column(column.exact(dialect))
                            .ifPresentOrElse(
                                    found -> {
                                        if (!column.kind().fits(found)) {
                                            problems.add("column " + found.name() + " has type " + found.words()
                                                    + ", which does not give the "
                                                    + column.type().getSimpleName() + " of " + column.from());
                                        }
                                    },
                                    () -> problems.add("there is no column " + column.exact(dialect) + " for "
                                            + column.from() + "; there are " + shape.names())));
            ordering(shape, Objects.requireNonNull(options.id()), ValueKind.LONG, "a whole number", problems);
            if (options.time() != null) {
                ordering(
                        shape,
                        options.time(),
                        ValueKind.INSTANT,
                        "a timestamp with time zone (in MariaDB TIMESTAMP)",
                        problems);
            }
            TableLook.withoutTransactions(connection, dialect, name).ifPresent(problems::add);
        }
        if (dialect == Dialect.MARIADB && MariaServerLook.readOnly(connection)) {
            problems.add(
                    "the server is read only, as replicas are, on which rows may be seen late for reasons that nobody can wait for:"
                            + " read from the primary");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(options.description(), problems);
        }
    }

    private void ordering(TableShape shape, String column, ValueKind kind, String words, List<String> problems) {
        String exact = TableName.column(column).orElseThrow().column(dialect);
        ColumnShape found = shape.column(exact).orElse(null);
        if (found == null) {
            problems.add("there is no column " + exact + " to read by; there are " + shape.names());
        } else if (!kind.fits(found) || found.nullable()) {
            problems.add("column " + exact + " (" + found.words() + ") is to be read by: it must be " + words
                    + " and NOT NULL");
        }
    }

    /**
     * What is visible now, and which transactions run.
     *
     * @param number whether to take the number of a transaction. That is the only way to know which ones others have: a snapshot knows of none above the
     *     last one that has ended
     */
    SettledEnd.Look look(Connection connection, boolean number) throws SQLException {
        String running = switch (dialect) {
            case POSTGRESQL ->
                (number ? "pg_current_xact_id()::text::bigint" : "-1")
                        + ", pg_snapshot_xmin(pg_current_snapshot())::text::bigint";
            case MARIADB, H2 -> "0, 0";
        };
        String order = time == null ? id + " DESC" : time + " DESC, " + id + " DESC";
        String last = "SELECT " + id + " AS last_id" + (time == null ? "" : ", " + time + " AS last_time") + " FROM "
                + table + " ORDER BY " + order + " LIMIT 1";
        String sql = "SELECT " + running + ", last_id" + (time == null ? "" : ", last_time")
                + " FROM (SELECT 1 AS one) AS one_row" + " LEFT JOIN (" + last + ") AS last_row ON one = 1";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet found = select.executeQuery()) {
            found.next();
            return new SettledEnd.Look(position(found, 3), found.getLong(1), found.getLong(2));
        }
    }

    private @Nullable RowPosition position(ResultSet row, int from) throws SQLException {
        long number = row.getLong(from);
        if (row.wasNull()) {
            return null;
        }
        return new RowPosition(time == null ? null : dialect.instant(row, from + 1), number);
    }

    /**
     * The rows of a split behind a position and up to another one, at most {@link #ROWS}. In MariaDB none as long as a transaction is open that has
     * written among them, or the row right behind them: each is read under a lock that is not waited for, and that its writer holds. So also those are
     * that the condition leaves out, whatever index would be the best for it: a statement takes ids for many rows before it has written them, and
     * known by its first one alone.
     *
     * @param number of the split
     */
    List<Fetched<T>> rows(Connection connection, int number, @Nullable RowPosition after, RowPosition upTo)
            throws SQLException {
        String sql = "SELECT " + columns + ", " + id + (time == null ? "" : ", " + time) + " FROM " + table
                + inOrder(connection)
                + " WHERE " + (after == null ? "" : than(">", ">") + " AND ") + than("<", "<=")
                + (options.splits() == 1 ? "" : " AND MOD(" + id + ", " + options.splits() + ") = " + number)
                + (options.where() == null ? "" : " AND (" + options.where() + ")")
                + " ORDER BY " + (time == null ? id : time + ", " + id) + " LIMIT " + ROWS
                + (dialect.locksToRead() ? " LOCK IN SHARE MODE NOWAIT" : "");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int at = after == null ? 1 : set(select, 1, after);
            set(select, at, upTo);
            return fetched(select);
        }
    }

    /** Says to MariaDB that rows are read by an index in their order, if it has one. */
    private String inOrder(Connection connection) throws SQLException {
        if (!dialect.locksToRead() || options.where() == null) {
            return "";
        }
        String known = hint;
        if (known == null) {
            known = index(connection)
                    .map(each -> " FORCE INDEX (" + dialect.quoted(each) + ")")
                    .orElse("");
            hint = known;
        }
        return known;
    }

    private Optional<String> index(Connection connection) throws SQLException {
        TableName name = TableName.checked(options.table());
        String first = Objects.requireNonNull(time == null ? options.id() : options.time());
        try (PreparedStatement select =
                connection.prepareStatement("SELECT index_name FROM information_schema.statistics"
                        + " WHERE table_schema = ? AND table_name = ? AND column_name = ? AND seq_in_index = 1 AND index_type = 'BTREE'"
                        + " ORDER BY index_name <> 'PRIMARY', index_name LIMIT 1")) {
            select.setString(1, name.schema(dialect, connection));
            select.setString(2, name.table().exact(dialect));
            select.setString(3, TableName.column(first).orElseThrow().column(dialect));
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
            }
        }
    }

    /** Whether {@link #rows} gave none the last time because a writer holds one of them. */
    boolean held() {
        return held;
    }

    private List<Fetched<T>> fetched(PreparedStatement select) throws SQLException {
        held = false;
        try {
            try (ResultSet found = select.executeQuery()) {
                List<Fetched<T>> rows = new ArrayList<>();
                while (found.next()) {
                    rows.add(fetched(found));
                }
                return rows;
            }
        } catch (SQLException e) {
            if (dialect.locksToRead() && SqlFaults.heldLock(e)) {
                // Somebody has written there and not committed yet: that row, or one of those before it, comes in
                // later.
                held = true;
                return List.of();
            }
            throw e;
        }
    }

    /** MariaDB finds no range of an index in a comparison of two columns with two values. */
    private boolean apart() {
        return dialect == Dialect.MARIADB && time != null;
    }

    /** The condition that a row stands before or behind a position, whose parameters {@link #set} sets. */
    private String than(String strictly, String comparison) {
        if (apart()) {
            return "(" + time + " " + strictly + " ? OR (" + time + " = ? AND " + id + " " + comparison + " ?))";
        }
        return time == null ? id + " " + comparison + " ?" : "(" + time + ", " + id + ") " + comparison + " (?, ?)";
    }

    private int set(PreparedStatement select, int from, RowPosition position) throws SQLException {
        int at = from;
        Instant instant = position.time();
        if (instant != null) {
            dialect.setInstant(select, at++, instant);
            if (apart()) {
                dialect.setInstant(select, at++, instant);
            }
        }
        select.setLong(at++, position.id());
        return at;
    }

    private Fetched<T> fetched(ResultSet row) throws SQLException {
        int width = options.columns().type().getRecordComponents().length;
        RowPosition position = Objects.requireNonNull(position(row, width + 1));
        if (position.id() < 0 || position.id() >= IDS) {
            throw new StaunchException(
                    options.description() + ": the row with id " + position.id()
                            + " can't be named: ids must be at least 0 and less than 2^52",
                    Remedy.FAIL_JOB);
        }
        try {
            return new Fetched<>(position, maker.make(row), null);
        } catch (UnreadableRow e) {
            return new Fetched<>(position, null, e.getMessage());
        }
    }
}
