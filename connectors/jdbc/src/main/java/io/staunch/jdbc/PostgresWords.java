package io.staunch.jdbc;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What PostgreSQL says of an error apart from its text. The driver need not be on the class path. */
final class PostgresWords {
    private static final boolean THERE = there();

    private PostgresWords() {}

    private static boolean there() {
        try {
            Class.forName("org.postgresql.util.PSQLException", false, PostgresWords.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** For example {@code , constraint totals_pkey}; empty if it says nothing. */
    static String where(SQLException error) {
        return THERE ? Driver.where(error) : "";
    }

    /** Loaded only if the driver is there. */
    private static final class Driver {
        static String where(SQLException error) {
            for (Throwable t = error; t != null && t != t.getCause(); t = t.getCause()) {
                if (t instanceof PSQLException postgres && postgres.getServerErrorMessage() != null) {
                    return of(postgres.getServerErrorMessage());
                }
            }
            SQLException next = error.getNextException();
            return next == null ? "" : where(next);
        }

        private static String of(ServerErrorMessage said) {
            return (said.getColumn() == null ? "" : ", column " + said.getColumn())
                    + (said.getConstraint() == null ? "" : ", constraint " + said.getConstraint());
        }
    }
}
