package io.staunch.jdbc;

import io.staunch.error.StaunchException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one sink or reader: each takes a connection of the pool and gives it back. Used by one thread, but for {@link #close}, which any
 * thread may call and which ends a call under way.
 */
final class Session implements AutoCloseable {
    private final Pools.Pool pool;
    private final SqlFaults faults;
    /** Both guarded by this. */
    private @Nullable Connection current;

    private boolean closed;

    /**
     * Connects to nothing yet, but asks for the password, which may block, so that one that can't be had is named.
     *
     * @throws StaunchException if it can't be had
     */
    Session(Database database, SqlFaults faults) {
        Pools.credentials(database);
        this.pool = Pools.of(database);
        this.faults = faults;
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work<R> {
        R in(Connection connection) throws Exception;
    }

    SqlFaults faults() {
        return faults;
    }

    /**
     * Does the work and commits; rolls back whatever is thrown.
     *
     * @param act for messages, such as {@code writing}
     * @throws StaunchException for an error of the database; other exceptions of the work are passed on as they are
     */
    <R> R inTransaction(String act, Work<R> work) throws Exception {
        try {
            return raw(work);
        } catch (SQLException e) {
            throw faults.of(act, e);
        }
    }

    /** The same, with the errors of the database as they are. */
    <R> R raw(Work<R> work) throws Exception {
        Connection connection = take();
        boolean done = false;
        try {
            R answer = work.in(connection);
            connection.commit();
            done = true;
            return answer;
        } finally {
            giveBack(connection, done);
        }
    }

    private Connection take() throws SQLException {
        synchronized (this) {
            if (closed) {
                throw new SQLException("the connection was closed by this process", "08003");
            }
        }
        Connection connection = pool.borrow();
        synchronized (this) {
            if (!closed) {
                current = connection;
                return connection;
            }
        }
        close(connection);
        throw new SQLException("the connection was closed by this process", "08003");
    }

    /** One that can't even be rolled back is of no use to anybody. */
    private void giveBack(Connection connection, boolean done) {
        synchronized (this) {
            current = null;
        }
        try {
            if (!done) {
                connection.rollback();
            }
        } catch (SQLException e) {
            pool.discard(connection);
            return;
        }
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It has ended, and the pool has seen that.
        }
    }

    @Override
    public void close() {
        Connection busy;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            busy = current;
        }
        if (busy != null) {
            pool.abort(busy);
        }
        pool.release();
    }
}
