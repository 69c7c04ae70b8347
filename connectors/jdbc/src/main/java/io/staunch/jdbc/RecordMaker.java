package io.staunch.jdbc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes records of rows: the components in their order from the columns from the first on. */
final class RecordMaker<T> {
    private final Class<T> type;
    private final Dialect dialect;
    private final List<RecordComponent> components;
    private final List<ValueKind> kinds;
    private final MethodHandle constructor;

    /** @param type a record class whose components all have a {@link ValueKind} */
    RecordMaker(Class<T> type, Dialect dialect) {
        this.type = type;
        this.dialect = dialect;
        components = List.of(type.getRecordComponents());
        kinds = components.stream()
                .map(each -> ValueKind.of(each.getType()).orElseThrow())
                .toList();
        Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            constructor = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findConstructor(type, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalStateException(
                    type.getName() + " can't be made: open its module to io.staunch.jdbc, or make it public", e);
        }
    }

    /** @throws UnreadableRow if the row can't be one */
    T make(ResultSet row) throws SQLException, UnreadableRow {
        var values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(row, i);
        }
        try {
            return type.cast((Object) constructor.invokeExact(values));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UnreadableRow("the constructor of " + type.getSimpleName() + " threw "
                    + e.getClass().getSimpleName());
        }
    }

    private @Nullable Object value(ResultSet row, int i) throws SQLException, UnreadableRow {
        RecordComponent component = components.get(i);
        Object value;
        try {
            value = kinds.get(i).get(row, i + 1, component.getType(), dialect);
        } catch (SQLException e) {
            if (SqlFaults.kind(e) != SqlFaults.Kind.DATA) {
                throw e;
            }
            throw new UnreadableRow("the value for component '" + component.getName() + "' is none of a "
                    + component.getType().getSimpleName());
        }
        if (value == null && component.getType().isPrimitive()) {
            throw new UnreadableRow("there is no value for component '" + component.getName() + "', which is a "
                    + component.getType().getSimpleName());
        }
        return value;
    }

    /** The columns that go into the components, in their order. */
    static List<String> columns(Columns<?> columns) {
        return Stream.of(columns.type().getRecordComponents())
                .map(columns::columnOf)
                .toList();
    }

    /** A row that can't be a record. The message shows no values. */
    static final class UnreadableRow extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableRow(String reason) {
            super(reason);
        }
    }
}
