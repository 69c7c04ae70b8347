package io.staunch.jdbc;

import io.staunch.environment.Environment;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where the sinks and sources of a process have their connections from: a port of its {@link Environment}. Pools, unless that has something of its own,
 * as simulations have. Safe for use by any thread.
 */
public interface DatabaseConnections {
    /** Those of a process. */
    static DatabaseConnections of(Environment environment) {
        return environment.port(DatabaseConnections.class, Pools::new);
    }

    /**
     * For one user, from those that all share who describe the database alike. Connects to nothing yet, but asks for the password, which may block.
     *
     * @throws io.staunch.error.StaunchException if the password can't be had
     */
    Lender shared(Database database);

    /** The same for a user who keeps the one connection that it takes, beside those that are shared. */
    Lender alone(Database database);

    /** Lends connections to one user. */
    interface Lender extends AutoCloseable {
        /**
         * Blocks until there is one. It is not in a transaction, does not commit by itself, reads what is committed, and waits for locks as long as the
         * database's description says. Closing it gives it back.
         */
        Connection borrow() throws SQLException;

        /** Ends a connection that another thread has, whose call ends with an error soon; that one gives it back. Any thread. */
        void abort(Connection connection);

        /** Instead of giving it back: it is ended, and not lent again. */
        void discard(Connection connection);

        /** To be called once. One that was taken {@linkplain #alone} ends, whoever uses it. Any thread. */
        @Override
        void close();
    }
}
