package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that one user keeps, with a transaction that stays open between two calls. Not of a pool: its user may wait for another one, who needs
 * a connection of the pool, before it ends its transaction. Used by one thread, but for {@link #close}, which any thread may call and which ends a call
 * under way.
 */
final class OwnConnection implements AutoCloseable {
    /** A transaction is open from the first rows of a checkpoint to its barrier, and may be idle in between. */
    private static final long IDLE_MS = 900_000;

    private final DatabaseConnections.Lender lender;
    private final SqlFaults faults;
    private final String name;
    private @Nullable Connection connection;

    /**
     * Connects to nothing yet.
     *
     * @param name as others see it in {@code pg_stat_activity}
     */
    OwnConnection(DatabaseConnections connections, Database database, SqlFaults faults, String name) {
        this.lender = connections.alone(database);
        this.faults = faults;
        this.name = name;
    }

    /**
     * Goes on in the open transaction, or begins one; what is thrown rolls it back.
     *
     * @throws io.staunch.error.StaunchException for an error of the database; other exceptions of the work are passed on as they are
     */
    <R> R inOpenTransaction(String act, Session.Work<R> work) throws Exception {
        try {
            return work.in(connected());
        } catch (SQLException e) {
            rollBack();
            throw faults.of(act, e, SqlFaults.heldLock(e) ? holders() : "");
        } catch (Exception e) {
            rollBack();
            throw e;
        }
    }

    private Connection connected() throws SQLException {
        Connection there = connection;
        if (there == null) {
            there = lender.borrow();
            connection = there;
            try (PreparedStatement set = there.prepareStatement("SELECT set_config('application_name', ?, false),"
                    + " set_config('idle_in_transaction_session_timeout', ?, false)")) {
                set.setString(1, name);
                set.setString(2, Long.toString(IDLE_MS));
                set.execute();
            }
            there.commit();
        }
        return there;
    }

    private void rollBack() {
        try {
            if (connection != null) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The connection has ended, and its transaction with it.
        }
    }

    private String holders() {
        try {
            String holders = PreparedTransactions.holders(connected(), faults.table());
            connected().rollback();
            return holders;
        } catch (SQLException e) {
            // The lock is what is to be told; who holds it is told if it can be found out.
            return "";
        }
    }

    @Override
    public void close() {
        lender.close();
    }
}
