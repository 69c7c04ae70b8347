package io.staunch.jdbc;

import io.staunch.jdbc.Columns.Column;
import io.staunch.sink.RefusedRecordException;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns that are written, as the table has them.
 *
 * @param sql the table's name for SQL
 * @param mostBytes that go to the server together, in {@link #bytes}
 */
record TableFit<T>(String sql, Dialect dialect, List<Slot<T>> slots, long mostBytes) {
    /** More digits than this is as good as no limit. */
    private static final int MOST_DIGITS = 1_000;
    /** More than a value takes on its way that is neither a text nor bytes. */
    private static final int VALUE_BYTES = 80;
    /** MariaDB's own zero is no moment. */
    private static final Instant FIRST_OF_MARIADB = Instant.ofEpochSecond(1);

    /** A column of both. */
    record Slot<T>(Column<T> column, ColumnShape shape) {}

    List<String> names() {
        return slots.stream().map(each -> each.shape().name()).toList();
    }

    /** The statement that adds a row. */
    String insert() {
        return dialect.insert(sql, names());
    }

    /** The values of a record, in the order of the columns. */
    @Nullable
    Object[] values(T value) throws Exception {
        var values = new Object[slots.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = slots.get(i).column().value().of(value);
        }
        return values;
    }

    void bind(PreparedStatement statement, @Nullable Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Slot<T> slot = slots.get(i);
            slot.column().kind().set(statement, i + 1, values[i], slot.shape(), dialect);
        }
    }

    /** @throws RefusedRecordException if the table would not take this record, as far as its columns tell */
    void check(T value) throws Exception {
        Optional<String> refusal = refusal(values(value));
        if (refusal.isPresent()) {
            throw new RefusedRecordException(refusal.get());
        }
    }

    /** Why the table would not take these values, as far as its columns tell; empty if they tell nothing. Without the values. */
    Optional<String> refusal(@Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            String reason = refusal(values[i], slots.get(i).shape());
            if (reason != null) {
                return Optional.of("column " + slots.get(i).shape().name() + " of table " + sql + " " + reason);
            }
        }
        long bytes = bytes(values);
        return bytes <= mostBytes
                ? Optional.empty()
                : Optional.of("a record of table " + sql + " may have " + mostBytes
                        + " bytes (not quite half of the server's max_allowed_packet), and this one has "
                        + bytes);
    }

    /** No less than a driver sends of a row, but for bytes and texts of which it sends each twice. */
    long bytes(@Nullable Object[] values) {
        long bytes = 0;
        for (@Nullable Object value : values) {
            bytes += VALUE_BYTES
                    + (value instanceof byte[] raw
                            ? raw.length
                            : value instanceof String text ? 3L * text.length() : 0);
        }
        return bytes;
    }

    private @Nullable String refusal(@Nullable Object value, ColumnShape column) {
        if (value == null) {
            return column.nullable() ? null : "must have a value, and there is none";
        }
        if (dialect == Dialect.MARIADB && refusedByMaria(value)) {
            return value instanceof Instant
                    ? "takes times from " + FIRST_OF_MARIADB + " on, and this one is earlier"
                    : "takes no NaN and nothing infinite, and the number is one of these";
        }
        if (value instanceof String text && column.text()) {
            return ofText(text, column);
        }
        if (value instanceof Number && !(value instanceof Float || value instanceof Double)) {
            return ofNumber(
                    value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) value).longValue()),
                    column);
        }
        return null;
    }

    /** What it would not say in a way that is known for a record's, or at all. */
    private static boolean refusedByMaria(Object value) {
        return (value instanceof Instant time && time.isBefore(FIRST_OF_MARIADB))
                || (value instanceof Double number && !Double.isFinite(number))
                || (value instanceof Float single && !Float.isFinite(single));
    }

    private @Nullable String ofText(String text, ColumnShape column) {
        int length = text.codePointCount(0, text.length());
        if (column.size() > 0 && length > column.size()) {
            return "takes " + column.size() + " characters, and the text has " + length;
        }
        return dialect == Dialect.POSTGRESQL && text.indexOf('\0') >= 0
                ? "takes no zero character, and the text has one"
                : null;
    }

    private static @Nullable String ofNumber(BigDecimal number, ColumnShape column) {
        boolean decimals = column.type() == Types.NUMERIC || column.type() == Types.DECIMAL;
        if (column.unsigned() && !decimals) {
            return null;
        }
        return switch (column.type()) {
            case Types.TINYINT -> within(number, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case Types.SMALLINT -> within(number, Short.MIN_VALUE, Short.MAX_VALUE);
            case Types.INTEGER -> within(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Types.NUMERIC, Types.DECIMAL -> digits(number, column);
            default -> null;
        };
    }

    private static @Nullable String within(BigDecimal number, long least, long most) {
        boolean in =
                number.compareTo(BigDecimal.valueOf(least)) >= 0 && number.compareTo(BigDecimal.valueOf(most)) <= 0;
        return in ? null : "takes whole numbers from " + least + " to " + most + ", and the number is none";
    }

    private static @Nullable String digits(BigDecimal number, ColumnShape column) {
        if (column.size() <= 0 || column.size() > MOST_DIGITS) {
            return null;
        }
        BigDecimal bare = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        if (bare.scale() > column.scale()) {
            return "keeps " + column.scale() + " decimals, and the number has " + bare.scale()
                    + ": it would be rounded";
        }
        int whole = column.size() - column.scale();
        return bare.precision() - bare.scale() > whole
                ? "takes " + whole + " digits before the point, and the number has more"
                : null;
    }

    /** Holds what is to be written against the table, and adds a sentence for each thing that does not fit. */
    static <T> TableFit<T> of(
            TableName name,
            Dialect dialect,
            TableShape table,
            List<Column<T>> columns,
            long mostBytes,
            List<String> problems) {
        List<Slot<T>> slots = new ArrayList<>();
        Set<String> given = new HashSet<>();
        for (Column<T> column : columns) {
            String exact = column.exact(dialect);
            ColumnShape shape = table.column(exact).orElse(null);
            given.add(exact);
            if (shape == null) {
                problems.add("there is no column " + exact + " for " + column.from() + "; there are " + table.names());
            } else if (shape.computed()) {
                problems.add("column " + exact + " is computed by the database and takes no value of " + column.from());
            } else if (!column.kind().fits(shape)) {
                problems.add("column " + exact + " has type " + shape.words() + ", which does not take the "
                        + column.type().getSimpleName() + " of " + column.from() + advice(column.kind()));
            } else {
                slots.add(new Slot<>(column, shape));
            }
        }
        table.columns().stream()
                .filter(each -> !each.nullable() && !each.filled() && !each.computed() && !given.contains(each.name()))
                .forEach(each -> problems.add("column " + each.name() + " (" + each.words()
                        + ") must have a value and has no default, but nothing is written to it"));
        return new TableFit<>(name.sql(dialect), dialect, slots, mostBytes);
    }

    private static String advice(ValueKind kind) {
        return switch (kind) {
            case INSTANT -> ": make it a timestamp with time zone (in MariaDB TIMESTAMP)";
            case DATE_TIME -> ": make it a timestamp without time zone (in MariaDB DATETIME)";
            case BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, DECIMAL, TEXT, NAME, DATE, TIME, UNIQUE_ID, BYTES ->
                "";
        };
    }
}
