package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that one user keeps, with a transaction that stays open between two calls and is to be prepared. Not of a pool: its user may wait for
 * another one, who needs a connection of the pool, before it ends its transaction. Used by one thread, but for {@link #close}, which any thread may call
 * and which ends a call under way.
 */
final class OwnConnection implements AutoCloseable {
    private final DatabaseConnections.Lender lender;
    private final SqlFaults faults;
    private final Dialect dialect;
    private final PreparedTransactions transactions;
    private final String name;
    private final Supplier<String> branches;
    private @Nullable Connection connection;
    /** That of the open transaction; null if none is open. */
    private @Nullable String branch;

    /**
     * Connects to nothing yet.
     *
     * @param name as others know its session ({@link WriterSessions})
     * @param branches a new one for each transaction ({@link PreparedTransactions#begin})
     */
    OwnConnection(
            DatabaseConnections connections,
            Database database,
            PreparedTransactions transactions,
            SqlFaults faults,
            String name,
            Supplier<String> branches) {
        this.lender = connections.alone(database);
        this.dialect = database.dialect();
        this.transactions = transactions;
        this.faults = faults;
        this.name = name;
        this.branches = branches;
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work<R> {
        /** @param branch that of the transaction */
        R in(Connection connection, String branch) throws Exception;
    }

    /**
     * Goes on in the open transaction, or begins one; what is thrown rolls it back.
     *
     * @throws io.staunch.error.StaunchException for an error of the database; other exceptions of the work are passed on as they are
     */
    <R> R inOpenTransaction(String act, Work<R> work) throws Exception {
        try {
            Connection there = connected();
            String open = branch;
            if (open == null) {
                open = branches.get();
                transactions.begin(there, open);
                branch = open;
            }
            return work.in(there, open);
        } catch (SQLException e) {
            rollBack();
            throw faults.of(act, e, SqlFaults.heldLock(e) ? holders() : "");
        } catch (Exception e) {
            rollBack();
            throw e;
        }
    }

    /** The last that is done in a transaction. */
    @FunctionalInterface
    interface Last {
        /** @param branch that of the transaction */
        void in(Connection connection, String branch) throws SQLException;
    }

    /**
     * Prepares the open transaction, or a new one, after the last work in it.
     *
     * @param told what is thrown for an error of preparing it
     */
    void prepare(String act, String token, Last last, Function<SQLException, Exception> told) throws Exception {
        inOpenTransaction(act, (there, open) -> {
            last.in(there, open);
            try {
                transactions.prepare(there, token, open);
            } catch (SQLException e) {
                throw told.apply(e);
            }
            return token;
        });
        branch = null;
        if (transactions.endsConnections()) {
            letGo();
        }
    }

    private Connection connected() throws SQLException {
        Connection there = connection;
        if (there == null) {
            there = lender.borrow();
            connection = there;
            WriterSessions.become(dialect, there, name);
        }
        return there;
    }

    private void rollBack() {
        branch = null;
        if (transactions.endsConnections()) {
            letGo();
            return;
        }
        try {
            if (connection != null) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The connection has ended, and its transaction with it.
        }
    }

    private void letGo() {
        Connection there = connection;
        connection = null;
        if (there != null) {
            lender.discard(there);
        }
    }

    private String holders() {
        try {
            String holders = PreparedTransactions.holders(dialect, connected(), faults.table());
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
