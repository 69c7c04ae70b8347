package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The sessions in which the open transactions of one sink are. Whoever fences a sink ends those of older processes, since they may hold rows. In
 * PostgreSQL they are known by their application's name, in MariaDB by a lock of the server (GET_LOCK) that they hold under that name.
 */
final class WriterSessions {
    /** A transaction is open from the first rows of a checkpoint to its barrier, and may be idle in between. */
    private static final int IDLE_SECONDS = 900;

    private static final String LOCK_TIMEOUT = "55P03";

    private WriterSessions() {}

    /** The name of such a session. */
    static String name(LedgerKey key) {
        return "staunch writer " + key.id();
    }

    /** Makes a connection such a session. */
    static void become(Dialect dialect, Connection connection, String name) throws SQLException {
        if (dialect == Dialect.MARIADB) {
            try (Statement set = connection.createStatement()) {
                set.execute("SET SESSION idle_transaction_timeout = " + IDLE_SECONDS);
            }
            if (!"1".equals(ask(connection, "SELECT GET_LOCK(?, @@innodb_lock_wait_timeout)", name))) {
                throw new SQLException(
                        "another session of this sink is still there (GET_LOCK '" + name + "')", LOCK_TIMEOUT);
            }
        } else {
            try (PreparedStatement set = connection.prepareStatement("SELECT set_config('application_name', ?, false),"
                    + " set_config('idle_in_transaction_session_timeout', ?, false)")) {
                set.setString(1, name);
                set.setString(2, IDLE_SECONDS + "s");
                set.execute();
            }
        }
        connection.commit();
    }

    /** Ends those that there are. What they have prepared stays. */
    static void end(Dialect dialect, Connection connection, LedgerKey key) throws SQLException {
        if (dialect == Dialect.MARIADB) {
            kill(connection, ask(connection, "SELECT IS_USED_LOCK(?)", name(key)));
            return;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name = ? AND datname = current_database() AND usename = current_user")) {
            select.setString(1, name(key));
            select.execute();
        }
    }

    /** The only value of the only row, or null. */
    private static @Nullable String ask(Connection connection, String query, String parameter) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setString(1, parameter);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        }
    }

    private static void kill(Connection connection, @Nullable String session) throws SQLException {
        if (session == null) {
            return;
        }
        try (Statement kill = connection.createStatement()) {
            kill.execute("KILL CONNECTION " + Long.parseLong(session));
        } catch (SQLException e) {
            if (e.getErrorCode() != MariaErrors.NO_SUCH_SESSION) {
                throw e;
            }
        }
    }
}
