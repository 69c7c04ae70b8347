package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The sessions in which the open transactions of one sink are. Whoever fences a sink ends those of older processes, since they may hold rows. */
final class WriterSessions {
    private WriterSessions() {}

    /** The name of such a session. */
    static String name(LedgerKey key) {
        return "staunch writer " + key.id();
    }

    /** Ends those that there are. What they have prepared stays. */
    static void end(Connection connection, LedgerKey key) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name = ? AND datname = current_database() AND usename = current_user")) {
            select.setString(1, name(key));
            select.execute();
        }
    }
}
