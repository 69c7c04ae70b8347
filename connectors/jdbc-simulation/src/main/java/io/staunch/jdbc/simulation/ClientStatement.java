package io.staunch.jdbc.simulation;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A statement of a client: gathers what is bound to it, and sends all of it at once. Owned by the thread that runs the world. */
final class ClientStatement {
    private final ClientConnection connection;
    private final String sql;
    private final List<List<Bound>> batch = new ArrayList<>();
    private List<Bound> row = new ArrayList<>();

    /** A value that is bound to a parameter. */
    private record Bound(Method method, @Nullable Object[] arguments) {}

    ClientStatement(ClientConnection connection, String sql) {
        this.connection = connection;
        this.sql = sql;
    }

    @Nullable
    Object called(Method method, @Nullable Object[] arguments) throws SQLException {
        if (arguments.length > 1 && method.getName().startsWith("set") && arguments[0] instanceof Integer) {
            row.add(new Bound(method, arguments));
            return null;
        }
        return switch (method.getName()) {
            case "addBatch" -> {
                batch.add(row);
                row = new ArrayList<>();
                yield null;
            }
            case "executeBatch" -> {
                List<List<Bound>> rows = List.copyOf(batch);
                batch.clear();
                yield send(sql, real -> together(real, rows));
            }
            case "executeUpdate" -> send(sql, real -> alone(real, PreparedStatement::executeUpdate));
            case "executeQuery" -> send(sql, real -> alone(real, PreparedStatement::executeQuery));
            case "execute" -> {
                String said = arguments.length == 0 ? sql : (String) Objects.requireNonNull(arguments[0]);
                yield send(said, real -> {
                    try (PreparedStatement statement = real.prepareStatement(said)) {
                        bind(statement, row);
                        return statement.execute();
                    }
                });
            }
            case "close" -> null;
            default -> throw Proxies.unknown(method);
        };
    }

    private <R> R send(String said, Request.Effect<R> effect) throws SQLException {
        return connection.call(new Request<>(Request.Kind.of(said), said, effect));
    }

    @FunctionalInterface
    private interface Execution<R> {
        R of(PreparedStatement statement) throws SQLException;
    }

    private <R> R alone(Connection real, Execution<R> execution) throws SQLException {
        PreparedStatement statement = real.prepareStatement(sql);
        statement.closeOnCompletion();
        bind(statement, row);
        return execution.of(statement);
    }

    /** All or nothing, so that it can be tried again when it had to wait for a row; H2 itself goes on behind a row that fails. */
    private int[] together(Connection real, List<List<Bound>> rows) throws SQLException {
        Savepoint before = real.setSavepoint();
        try (PreparedStatement statement = real.prepareStatement(sql)) {
            for (List<Bound> each : rows) {
                bind(statement, each);
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            real.releaseSavepoint(before);
            return counts;
        } catch (SQLException e) {
            real.rollback(before);
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, List<Bound> values) throws SQLException {
        for (Bound each : values) {
            Proxies.pass(statement, each.method(), each.arguments());
        }
    }
}
