package io.staunch.jdbc;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types of values that go into columns and come out of them. */
enum ValueKind {
    BOOLEAN(Set.of(boolean.class, Boolean.class), Set.of(Types.BIT, Types.BOOLEAN)),
    BYTE(Set.of(byte.class, Byte.class), numbers()),
    SHORT(Set.of(short.class, Short.class), numbers()),
    INT(Set.of(int.class, Integer.class), numbers()),
    LONG(Set.of(long.class, Long.class), numbers()),
    FLOAT(
            Set.of(float.class, Float.class),
            Set.of(Types.REAL, Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL)),
    DOUBLE(Set.of(double.class, Double.class), Set.of(Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL)),
    DECIMAL(Set.of(BigDecimal.class), Set.of(Types.NUMERIC, Types.DECIMAL)),
    TEXT(Set.of(String.class), texts()),
    NAME(Set.of(), texts()),
    INSTANT(Set.of(Instant.class), Set.of(Types.TIMESTAMP_WITH_TIMEZONE)),
    DATE_TIME(Set.of(LocalDateTime.class), Set.of(Types.TIMESTAMP)),
    DATE(Set.of(LocalDate.class), Set.of(Types.DATE)),
    TIME(Set.of(LocalTime.class), Set.of(Types.TIME)),
    UNIQUE_ID(Set.of(UUID.class), Set.of()),
    BYTES(Set.of(byte[].class), Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB));

    private final Set<Class<?>> types;
    private final Set<Integer> columns;

    ValueKind(Set<Class<?>> types, Set<Integer> columns) {
        this.types = types;
        this.columns = columns;
    }

    private static Set<Integer> numbers() {
        return Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL);
    }

    private static Set<Integer> texts() {
        return Set.of(
                Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.CLOB, Types.OTHER);
    }

    /** Empty if values of this type can't go into columns. */
    static Optional<ValueKind> of(Class<?> type) {
        if (type.isEnum()) {
            return Optional.of(NAME);
        }
        return Stream.of(values()).filter(kind -> kind.types.contains(type)).findFirst();
    }

    /** Whether a column can have values of this kind at all. */
    boolean fits(ColumnShape column) {
        return switch (this) {
            case UNIQUE_ID -> column.lowerTypeName().equals("uuid");
            case INSTANT -> column.withTimeZone();
            case DATE_TIME -> column.type() == Types.TIMESTAMP && !column.withTimeZone();
            case BYTES ->
                columns.contains(column.type()) && !column.lowerTypeName().equals("uuid");
            default -> columns.contains(column.type());
        };
    }

    /** Sets a parameter of a statement. */
    void set(PreparedStatement statement, int index, @Nullable Object value, ColumnShape column, Dialect dialect)
            throws SQLException {
        if (value == null) {
            statement.setNull(index, this == INSTANT ? Types.TIMESTAMP_WITH_TIMEZONE : column.type());
            return;
        }
        switch (this) {
            case BYTE -> statement.setInt(index, (Byte) value);
            case TEXT -> text(statement, index, (String) value, column, dialect);
            case NAME -> text(statement, index, ((Enum<?>) value).name(), column, dialect);
            case INSTANT -> dialect.setInstant(statement, index, (Instant) value);
            case BYTES -> statement.setBytes(index, (byte[]) value);
            default -> statement.setObject(index, value);
        }
    }

    /** PostgreSQL reads a text as a type of its own, such as an enumeration or JSON, only if it is not said to be a text. */
    private static void text(PreparedStatement statement, int index, String value, ColumnShape column, Dialect dialect)
            throws SQLException {
        if (dialect == Dialect.MARIADB || column.text() || column.type() == Types.CLOB) {
            statement.setString(index, value);
        } else {
            statement.setObject(index, value, Types.OTHER);
        }
    }

    /**
     * The value of a column of a row, or null.
     *
     * @param type that of the record's component
     */
    @Nullable
    Object get(ResultSet row, int index, Class<?> type, Dialect dialect) throws SQLException {
        Object value = switch (this) {
            case BOOLEAN -> row.getBoolean(index);
            case BYTE -> row.getByte(index);
            case SHORT -> row.getShort(index);
            case INT -> row.getInt(index);
            case LONG -> row.getLong(index);
            case FLOAT -> row.getFloat(index);
            case DOUBLE -> row.getDouble(index);
            case DECIMAL -> row.getBigDecimal(index);
            case TEXT, NAME -> row.getString(index);
            case INSTANT -> dialect.instant(row, index);
            case DATE_TIME -> row.getObject(index, LocalDateTime.class);
            case DATE -> row.getObject(index, LocalDate.class);
            case TIME -> row.getObject(index, LocalTime.class);
            case UNIQUE_ID -> row.getObject(index, UUID.class);
            case BYTES -> row.getBytes(index);
        };
        if (value == null || row.wasNull()) {
            return null;
        }
        return this == NAME ? constant(type, (String) value) : value;
    }

    private static Object constant(Class<?> type, String name) throws SQLException {
        return Stream.of(type.getEnumConstants())
                .filter(each -> ((Enum<?>) each).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SQLException(
                        "no constant of " + type.getSimpleName() + " has the name that is there", "22P02"));
    }
}
