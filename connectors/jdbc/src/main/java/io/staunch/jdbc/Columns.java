package io.staunch.jdbc;

import io.staunch.function.MapFunction;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which column gets what of a record: each component of a record class the column of its name in snake case, unless something else is said.
 *
 * @param renamed the columns of components that are named by hand
 * @param leftOut components that go to no column
 * @param derived columns whose values are functions of the record
 */
record Columns<T>(Class<T> type, SortedMap<String, String> renamed, Set<String> leftOut, List<Derived<T, ?>> derived)
        implements Serializable {
    Columns {
        renamed = Collections.unmodifiableSortedMap(new TreeMap<>(renamed));
        leftOut = Set.copyOf(leftOut);
        derived = List.copyOf(derived);
    }

    /** A column by function. */
    record Derived<T, V>(String column, Class<V> type, MapFunction<T, V> value) implements Serializable {}

    /** Gets a value out of a record. */
    interface Getter<T> {
        @Nullable
        Object of(T record) throws Exception;
    }

    /**
     * A column with the values that go into it.
     *
     * @param name as it would stand in SQL
     * @param from for messages
     */
    record Column<T>(String name, String from, Class<?> type, ValueKind kind, Getter<T> value) {
        String exact(Dialect dialect) {
            return TableName.column(name).orElseThrow().column(dialect);
        }
    }

    static <T> Columns<T> of(Class<T> type) {
        return new Columns<>(type, new TreeMap<>(), Set.of(), List.of());
    }

    Columns<T> rename(String component, String column) {
        SortedMap<String, String> more = new TreeMap<>(renamed);
        more.put(component, column);
        return new Columns<>(type, more, leftOut, derived);
    }

    Columns<T> leaveOut(String component) {
        Set<String> more = new HashSet<>(leftOut);
        more.add(component);
        return new Columns<>(type, renamed, more, derived);
    }

    <V> Columns<T> column(String name, Class<V> valueType, MapFunction<T, V> value) {
        List<Derived<T, ?>> more = new ArrayList<>(derived);
        more.add(new Derived<>(name, valueType, value));
        return new Columns<>(type, renamed, leftOut, more);
    }

    /** All mistakes, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        List<RecordComponent> components = components();
        List<String> names = components.stream().map(RecordComponent::getName).toList();
        Stream.concat(renamed.keySet().stream(), leftOut.stream())
                .filter(name -> !names.contains(name))
                .forEach(name ->
                        problems.add(type.getSimpleName() + " has no component '" + name + "'; it has " + names));
        for (RecordComponent each : components) {
            if (!leftOut.contains(each.getName())
                    && ValueKind.of(each.getType()).isEmpty()) {
                problems.add(unfit("component '" + each.getName() + "' of " + type.getSimpleName(), each.getType())
                        + ", or leaveOut(\"" + each.getName() + "\")");
            }
        }
        for (Derived<T, ?> each : derived) {
            if (ValueKind.of(each.type()).isEmpty()) {
                problems.add(unfit("column '" + each.column() + "'", each.type()));
            }
        }
        List<String> columns = columnNames();
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (TableName.column(column).isEmpty()) {
                problems.add("'" + column + "' is no name of a column: quote what is not a plain name");
            } else if (!seen.add(column)) {
                problems.add("two values go to column '" + column + "'");
            }
        }
        if (columns.isEmpty()) {
            problems.add(type.getSimpleName() + " is no record class with components: say what goes to which column by"
                    + " column(name, type, function)");
        }
        return problems;
    }

    private static String unfit(String what, Class<?> type) {
        return what + " has type " + type.getSimpleName()
                + ", which goes into no column: primitives and their boxes, String, BigDecimal,"
                + " Instant, LocalDate, LocalTime, LocalDateTime, UUID, enums and byte[] do; give column(name, type, function)";
    }

    private List<RecordComponent> components() {
        return type.isRecord() ? List.of(type.getRecordComponents()) : List.of();
    }

    private List<String> columnNames() {
        return Stream.concat(
                        components().stream()
                                .filter(each -> !leftOut.contains(each.getName()))
                                .map(this::columnOf),
                        derived.stream().map(Derived::column))
                .toList();
    }

    /** The column of a component. */
    String columnOf(RecordComponent component) {
        String renamedTo = renamed.get(component.getName());
        if (renamedTo != null) {
            return renamedTo;
        }
        return Optional.ofNullable(component.getAnnotation(ColumnName.class))
                .map(ColumnName::value)
                .orElseGet(() -> snakeCase(component.getName()));
    }

    /** {@code flightNumber} is {@code flight_number}, {@code orderID} is {@code order_id}. */
    static String snakeCase(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT);
    }

    /** All columns, if there are no {@link #problems}. */
    List<Column<T>> resolved() {
        List<Column<T>> all = new ArrayList<>();
        for (RecordComponent each : components()) {
            if (!leftOut.contains(each.getName())) {
                all.add(new Column<>(
                        columnOf(each),
                        "component '" + each.getName() + "' of " + type.getSimpleName(),
                        each.getType(),
                        ValueKind.of(each.getType()).orElseThrow(),
                        getter(each)));
            }
        }
        for (Derived<T, ?> each : derived) {
            all.add(new Column<>(
                    each.column(),
                    "a function",
                    each.type(),
                    ValueKind.of(each.type()).orElseThrow(),
                    each.value()::map));
        }
        return all;
    }

    private Getter<T> getter(RecordComponent component) {
        MethodHandle handle;
        try {
            handle = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .unreflect(component.getAccessor())
                    .asType(java.lang.invoke.MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    type.getName()
                            + " can't be read: open its module to io.staunch.jdbc, or make it and its accessors public",
                    e);
        }
        return value -> read(handle, value);
    }

    private static @Nullable Object read(MethodHandle handle, Object value) throws Exception {
        try {
            return (Object) handle.invokeExact(value);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
