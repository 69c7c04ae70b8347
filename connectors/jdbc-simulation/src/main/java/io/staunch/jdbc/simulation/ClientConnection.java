package io.staunch.jdbc.simulation;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a connection, as a driver gives it. What stays in the client, such as the values that are bound to a statement, is not a call;
 * what goes to the server is. Owned by the thread that runs the world.
 */
final class ClientConnection {
    private final Line line;
    private final ServerSession session;
    private final long patienceNanos;
    private final Connection proxy;
    private final Consumer<ClientConnection> giveBack;
    /** Something was sent since the last transaction has ended: only then an end is sent. */
    private boolean dirty;

    private boolean committing;

    /** @param giveBack what closing it does */
    ClientConnection(Line line, ServerSession session, long patienceNanos, Consumer<ClientConnection> giveBack) {
        this.line = line;
        this.session = session;
        this.patienceNanos = patienceNanos;
        this.giveBack = giveBack;
        proxy = Proxies.of(Connection.class, this::called);
    }

    /** What the connector has of it. */
    Connection proxy() {
        return proxy;
    }

    boolean is(Connection connection) {
        return proxy == connection;
    }

    /** Whether its user has left a transaction open. */
    boolean dirty() {
        return dirty;
    }

    /** Whether the client knows that it is of no use any more. */
    boolean broken() {
        return session.closed() || session.abandoned();
    }

    /** Ends it in good order, as the server notices soon. */
    void disconnect() {
        if (!broken()) {
            session.abandon(0);
        }
    }

    /** Ends it while it may be waiting for an answer; the server goes on with what it does, and notices later. */
    void abort() {
        if (!broken()) {
            session.abandon(line.server().noticeAfter());
        }
    }

    private @Nullable Object called(Method method, @Nullable Object[] arguments) throws SQLException {
        line.process().requireAlive();
        switch (method.getName()) {
            case "prepareStatement" -> {
                String sql = (String) Objects.requireNonNull(arguments[0]);
                return Proxies.of(PreparedStatement.class, new ClientStatement(this, sql)::called);
            }
            case "createStatement" -> {
                return Proxies.of(Statement.class, new ClientStatement(this, "")::called);
            }
            case "getMetaData" -> {
                return Proxies.of(DatabaseMetaData.class, this::looked);
            }
            case "getSchema" -> {
                return call(new Request<>(Request.Kind.LOOK, "", Connection::getSchema));
            }
            case "commit" -> end(Request.Kind.COMMIT);
            case "rollback" -> {
                if (arguments.length == 0) {
                    end(Request.Kind.ROLLBACK);
                } else {
                    Savepoint to = (Savepoint) arguments[0];
                    savepoint(connection -> {
                        connection.rollback(to);
                        return true;
                    });
                }
            }
            case "setSavepoint" -> {
                return savepoint(Connection::setSavepoint);
            }
            case "releaseSavepoint" -> {
                Savepoint released = (Savepoint) arguments[0];
                savepoint(connection -> {
                    connection.releaseSavepoint(released);
                    return true;
                });
            }
            case "setAutoCommit" -> committing = (Boolean) Objects.requireNonNull(arguments[0]);
            case "close" -> giveBack.accept(this);
            default -> throw Proxies.unknown(method);
        }
        return null;
    }

    private <R> R savepoint(Request.Effect<R> effect) throws SQLException {
        return call(new Request<>(Request.Kind.SAVEPOINT, "", effect));
    }

    private @Nullable Object looked(Method method, @Nullable Object[] arguments) throws SQLException {
        DatabaseMetaData real = session.connection().getMetaData();
        if (method.getReturnType() != ResultSet.class) {
            return Proxies.pass(real, method, arguments);
        }
        return call(new Request<>(
                Request.Kind.LOOK, "", connection -> Objects.requireNonNull(Proxies.pass(real, method, arguments))));
    }

    private void end(Request.Kind how) throws SQLException {
        if (dirty) {
            var unused = line.call(session, patienceNanos, new Request<>(how, "", connection -> {
                if (how == Request.Kind.COMMIT) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                return true;
            }));
            dirty = false;
        }
    }

    /** In the transaction that is open, or alone if this connection commits by itself. */
    <R> R call(Request<R> request) throws SQLException {
        dirty = true;
        R answer = line.call(session, patienceNanos, request);
        if (committing) {
            end(Request.Kind.COMMIT);
        }
        return answer;
    }
}
