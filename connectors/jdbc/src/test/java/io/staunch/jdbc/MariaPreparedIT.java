package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

class MariaPreparedIT extends PreparedContractOn {
    MariaPreparedIT() {
        super(Place.maria());
    }

    @Override
    List<String> prepared() {
        return place.rows("xa recover").stream()
                .map(each -> each.replaceFirst("^.*,", ""))
                .toList();
    }

    @Override
    void rollBack(String prepared) throws Exception {
        try (Connection connection = place.connect()) {
            rollBack(connection, prepared);
        }
    }

    /** When no session has any more what it has prepared. */
    static void rollBack(Connection connection, String prepared) throws Exception {
        while (MariaPrepared.preparedTransactions(connection).anyMatch(each -> each.contains("MariaDB thread id "))) {
            LockSupport.parkNanos(1_000_000);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("xa rollback '" + prepared + "'");
        }
    }
}
