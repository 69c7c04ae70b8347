package io.staunch.jdbc;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What MariaDB's errors mean: their numbers say more than their SQLSTATEs. No other driver here has errors of these numbers. */
final class MariaErrors {
    /** No such transaction is prepared, or the session that has prepared it is still there. */
    static final int NO_SUCH_TRANSACTION = 1397;
    /** The server has rolled back instead. */
    static final int ROLLED_BACK = 1402;

    static final int ROLLED_BACK_LATE = 1613;
    static final int ROLLED_BACK_BY_DEADLOCK = 1614;
    static final int NO_SUCH_SESSION = 1094;
    static final int DENIED = 1227;
    static final int NO_VALUE = 1048;

    private static final Map<Integer, String> STATES = new HashMap<>();

    static {
        are("23505", 1062, 1569, 1586);
        are("23502", NO_VALUE, 1263, 1364);
        are("23503", 1216, 1217, 1451, 1452);
        are("23514", 4025);
        are("22P02", 1265);
        are("22018", 1366);
        are("25006", 1290, 1836);
        are("3D000", 1049);
        are("40001", 1020, 1412, 1615);
        are("42501", 1044, 1142, 1143, 1227);
        are("53100", 1021, 1114);
        are("53300", 1203, 1226);
        are("57014", 1317, 1927, 1969);
        are("HYT00", 1205);
    }

    private MariaErrors() {}

    private static void are(String state, int... numbers) {
        for (int each : numbers) {
            STATES.put(each, state);
        }
    }

    /** The SQLSTATE of the standard, or else of PostgreSQL; null if its own says as much. */
    static @Nullable String state(SQLException error) {
        return STATES.get(error.getErrorCode());
    }
}
