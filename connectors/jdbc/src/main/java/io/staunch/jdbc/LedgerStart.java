package io.staunch.jdbc;

import io.staunch.ledger.LedgerView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** The first look at a ledger, which makes what was never there. */
record LedgerStart(Session session, Ledger ledger, LedgerKey key, String place) {
    /** Several processes may make the same at once; one of them is told so and finds it made. */
    private static final int TRIES = 5;

    /** What else must be there. */
    @FunctionalInterface
    interface Also {
        void in(Connection connection) throws SQLException;
    }

    LedgerView peek(Also also, UUID newIdentity) throws Exception {
        for (int i = 1; ; i++) {
            try {
                return session.raw(connection -> {
                    if (!ledger.thereOrMade(connection)) {
                        throw ledger.missing(place);
                    }
                    ledger.requireKept(connection, place);
                    also.in(connection);
                    ledger.begin(connection, key, newIdentity);
                    return ledger.view(connection, key);
                });
            } catch (SQLException e) {
                if (i == TRIES || !(SqlFaults.duplicate(e) || SqlFaults.alreadyMade(e))) {
                    throw session.fault("the first look at the ledger", e);
                }
            }
        }
    }
}
