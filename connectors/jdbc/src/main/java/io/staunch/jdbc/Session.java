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
    private final DatabaseConnections.Lender lender;
    private final SqlFaults faults;
    private final Dialect dialect;
    /** Both guarded by this. */
    private @Nullable Connection current;

    private boolean closed;

    /**
     * Connects to nothing yet, but asks for the password, which may block, so that one that can't be had is named.
     *
     * @throws StaunchException if it can't be had
     */
    Session(DatabaseConnections connections, Database database, SqlFaults faults) {
        this.lender = connections.shared(database);
        this.faults = faults;
        this.dialect = database.dialect();
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work<R> {
        R in(Connection connection) throws Exception;
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
            throw fault(act, e);
        }
    }

    /**
     * A statement that may not stand in a transaction.
     *
     * @throws StaunchException for an error of the database
     */
    <R> R outsideTransaction(String act, Work<R> work) throws Exception {
        try {
            return lend(connection -> {
                connection.setAutoCommit(true);
                R answer = work.in(connection);
                connection.setAutoCommit(false);
                return answer;
            });
        } catch (SQLException e) {
            throw fault(act, e);
        }
    }

    /**
     * Does the work, which ends its transaction itself, on a connection that ends with it: whoever comes next has another one.
     *
     * @throws StaunchException for an error of the database
     */
    <R> R andDisconnect(String act, Work<R> work) throws Exception {
        try {
            Connection connection = take();
            try {
                return work.in(connection);
            } finally {
                letGo();
                lender.discard(connection);
            }
        } catch (SQLException e) {
            throw fault(act, e);
        }
    }

    /** An error of the database, for the engine. If it is a lock that somebody holds, it says which prepared transactions hold some. */
    StaunchException fault(String act, SQLException error) {
        return faults.of(act, error, SqlFaults.heldLock(error) ? holders() : "");
    }

    private String holders() {
        try {
            return raw(connection -> PreparedTransactions.holders(dialect, connection, faults.table()));
        } catch (Exception e) {
            // The lock is what is to be told; who holds it is told if it can be found out.
            return "";
        }
    }

    /** The same, with the errors of the database as they are. */
    <R> R raw(Work<R> work) throws Exception {
        return lend(connection -> {
            R answer = work.in(connection);
            connection.commit();
            return answer;
        });
    }

    private <R> R lend(Work<R> work) throws Exception {
        Connection connection = take();
        boolean done = false;
        try {
            R answer = work.in(connection);
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
        Connection connection = lender.borrow();
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
        letGo();
        try {
            if (!done) {
                connection.rollback();
            }
        } catch (SQLException e) {
            lender.discard(connection);
            return;
        }
        close(connection);
    }

    private synchronized void letGo() {
        current = null;
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
            lender.abort(busy);
        }
        lender.close();
    }
}
