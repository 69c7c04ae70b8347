package io.staunch.jdbc.simulation;

import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Somebody who reads a table over a connection of his own, after each commit by which it may have changed: what is visible then that was not before. In a
 * table that is written by key, the rows that are others now. Rows never go away. Owned by the thread that runs the world.
 */
final class TableCapture implements Capture {
    private static final String ROW = "_ROWID_";

    private final DatabaseServer server;
    private final TableColumns columns;
    private final RowOutput outputs;
    private final Counted counted;
    private final Deque<Output> waiting = new ArrayDeque<>();
    private final Set<Long> seen = new HashSet<>();
    private final Map<Object, Output> byKey = new LinkedHashMap<>();
    private long newest;
    /** Rows up to this one are visible, or never will be. */
    private long settled;

    TableCapture(DatabaseServer server, TableColumns columns, RowOutput outputs, Counted counted) {
        this.server = server;
        this.columns = columns;
        this.outputs = outputs;
        this.counted = counted;
        settled = Long.MIN_VALUE;
        newest = Long.MIN_VALUE;
    }

    /** Called when something was committed. */
    void look(int process, int execution, Set<String> statements) {
        if (statements.stream().anyMatch(columns::isWrittenBy)) {
            try {
                if (counted == Counted.RECORDS) {
                    lookForRows(process, execution);
                } else {
                    lookByKey(process, execution);
                }
                server.observer().commit();
            } catch (SQLException e) {
                throw new IllegalStateException("table " + columns.table() + " can't be read", e);
            }
        }
    }

    /** A row has its number before it is visible, and H2 gives numbers in order: with no transaction open, no smaller ones will come. */
    private void lookForRows(int process, int execution) throws SQLException {
        try (PreparedStatement select = server.observer()
                .prepareStatement("SELECT " + ROW + ", " + columns.list() + " FROM " + columns.sql() + " WHERE " + ROW
                        + " > ? ORDER BY " + ROW)) {
            select.setLong(1, settled);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    long number = found.getLong(1);
                    if (seen.add(number)) {
                        newest = Math.max(newest, number);
                        waiting.add(output(found, 2, process, execution));
                    }
                }
            }
        }
        if (columns.rowsInOrder() && !server.hasOpenTransactions()) {
            settled = newest;
        }
    }

    private void lookByKey(int process, int execution) throws SQLException {
        try (PreparedStatement select =
                        server.observer().prepareStatement("SELECT " + columns.list() + " FROM " + columns.sql());
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                Output row = output(found, 1, process, execution);
                Object key = java.util.Objects.requireNonNull(row.key());
                Output before = byKey.get(key);
                if (before == null || !before.value().equals(row.value())) {
                    byKey.put(key, row);
                    waiting.add(row);
                }
            }
        }
    }

    private Output output(ResultSet row, int from, int process, int execution) throws SQLException {
        Output output = outputs.of(columns.table(), columns.row(row, from));
        Object key = output.key() == null && counted != Counted.RECORDS ? columns.key(row, from) : output.key();
        return new Output(output.partition(), key, output.value(), process, execution);
    }

    @Override
    public void read(Consumer<Output> into) {
        while (!waiting.isEmpty()) {
            into.accept(waiting.removeFirst());
        }
    }

    @Override
    public Counted counted() {
        return counted;
    }

    @Override
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        Connection connection = server.observer();
        try (PreparedStatement select = connection.prepareStatement("SELECT COUNT(*) FROM " + columns.sql());
                ResultSet found = select.executeQuery()) {
            found.next();
            int before = counted == Counted.RECORDS ? seen.size() : byKey.size();
            if (found.getLong(1) != before) {
                missing.add("table " + columns.table() + " has " + found.getLong(1) + " rows in the end, and " + before
                        + " were seen");
            }
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("table " + columns.table() + " can't be read", e);
        }
        return missing;
    }
}
