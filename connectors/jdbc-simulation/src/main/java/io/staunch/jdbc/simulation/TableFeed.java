package io.staunch.jdbc.simulation;

import io.staunch.jdbc.ColumnName;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who fills a table that a source reads: in transactions, of which several are open side by side, and which are committed some time after they
 * have written, the later ones often first. Owned by the thread that runs the world.
 */
final class TableFeed {
    /** The longest that a transaction is open. */
    static final long LONGEST_NANOS = 50_000_000;

    private static final long SHORTEST_NANOS = 10_000;
    private static final int WRITERS = 3;
    private static final int MOST_ROWS = 60;
    private static final double SOME = 0.4;

    private final VirtualClock clock;
    private final Chance chance;
    private final String table;
    private final Deque<Fed> waiting;
    private final Deque<Connection> free = new ArrayDeque<>();

    /** @param table for statements */
    TableFeed(DatabaseServer server, Chance chance, String table, List<Fed> records) {
        this.clock = server.clock();
        this.chance = chance;
        this.table = table;
        waiting = new ArrayDeque<>(records);
        for (int i = 0; i < WRITERS; i++) {
            free.add(server.open());
        }
    }

    /** Writes some of what is left, or nothing. Called now and then. */
    void goOn() {
        if (waiting.isEmpty() || free.isEmpty() || !chance.happens(SOME)) {
            return;
        }
        Connection writer = free.removeFirst();
        List<Object> rows = new ArrayList<>();
        for (long i = chance.skewed(1, MOST_ROWS); i > 0 && !waiting.isEmpty(); i--) {
            rows.add(waiting.removeFirst().value());
        }
        try {
            write(writer, rows);
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "table " + table + " of the simulated database does not take what the source is fed with: "
                            + e.getMessage(),
                    e);
        }
        clock.after(chance.skewed(SHORTEST_NANOS, LONGEST_NANOS), () -> commit(writer));
    }

    private void commit(Connection writer) {
        try {
            writer.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("H2 can't commit", e);
        }
        free.addLast(writer);
    }

    private void write(Connection writer, List<Object> rows) throws SQLException {
        for (Object row : rows) {
            if (!row.getClass().isRecord()) {
                throw new IllegalArgumentException(
                        "a source of table " + table + " is fed with records of the class that it reads, and not with "
                                + row.getClass().getName());
            }
            RecordComponent[] components = row.getClass().getRecordComponents();
            try (PreparedStatement insert = writer.prepareStatement(insert(components))) {
                for (int i = 0; i < components.length; i++) {
                    insert.setObject(i + 1, value(components[i], row));
                }
                insert.executeUpdate();
            }
        }
    }

    private String insert(RecordComponent[] components) {
        String columns = List.of(components).stream().map(TableFeed::column).collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + columns + ") VALUES ("
                + String.join(", ", Collections.nCopies(components.length, "?")) + ")";
    }

    /** As the source names it. */
    private static String column(RecordComponent component) {
        ColumnName named = component.getAnnotation(ColumnName.class);
        if (named != null) {
            return named.value();
        }
        String snake =
                component.getName().replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("([A-Z])([A-Z][a-z])", "$1_$2");
        return TableColumns.quoted(snake.toUpperCase(Locale.ROOT));
    }

    private static @Nullable Object value(RecordComponent component, Object row) {
        try {
            return MethodHandles.privateLookupIn(row.getClass(), MethodHandles.lookup())
                    .unreflect(component.getAccessor())
                    .invoke(row);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException(
                    "component '" + component.getName() + "' of "
                            + row.getClass().getName() + " can't be read",
                    e);
        }
    }
}
