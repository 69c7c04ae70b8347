package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table beside the ledger with a row for each prepared transaction, inserted by the transaction itself: whoever sees the row knows that it was
 * committed. Rows are deleted once the ledger tells as much. All methods work in a transaction of the caller's.
 *
 * @param create whether it may be made if it is not there
 */
record Evidence(TableName name, Dialect dialect, boolean create) {
    static Evidence beside(Ledger ledger) {
        return new Evidence(ledger.name().with("_evidence"), ledger.dialect(), ledger.create());
    }

    /** For SQL. */
    String table() {
        return name.sql(dialect);
    }

    String ddl() {
        return "CREATE TABLE IF NOT EXISTS " + table()
                + " (name VARCHAR(130) PRIMARY KEY, job VARCHAR(200) NOT NULL, resource VARCHAR("
                + dialect.resourceLength() + ") NOT NULL"
                + (hasBranches()
                        ? ", branch VARCHAR(64) NOT NULL, session BIGINT NOT NULL, made TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP"
                        : "")
                + ")" + dialect.tableOptions();
    }

    /** @throws RefusedException if it is not there and may not be made */
    void requireThereOrMake(Connection connection, String place) throws SQLException {
        if (TableShape.read(connection, dialect, name).isPresent()) {
            TableLook.requireKept(connection, dialect, name, place);
            return;
        }
        if (!create) {
            throw new RefusedException("there is no table " + table() + " in " + place
                    + ", in which prepared transactions leave a row that tells that they were committed. Let the job make it:"
                    + " createLedger(); or make it by hand:\n" + ddl() + ";");
        }
        try (PreparedStatement made = connection.prepareStatement(ddl())) {
            made.execute();
        }
    }

    /** Whether a row has the database's own name of its transaction, too, its session, and the time. */
    private boolean hasBranches() {
        return dialect == Dialect.MARIADB;
    }

    /**
     * Seen when the transaction is committed.
     *
     * @param branch as for {@link PreparedTransactions#begin}
     */
    void add(Connection connection, LedgerKey key, String transaction, String branch) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table() + " (name, job, resource"
                + (hasBranches() ? ", branch, session) VALUES (?, ?, ?, ?, CONNECTION_ID())" : ") VALUES (?, ?, ?)"))) {
            insert.setString(1, transaction);
            insert.setString(2, key.job());
            insert.setString(3, key.resource());
            if (hasBranches()) {
                insert.setString(4, branch);
            }
            insert.executeUpdate();
        }
    }

    /** Those that were committed. */
    List<String> among(Connection connection, Collection<String> transactions) throws SQLException {
        if (transactions.isEmpty()) {
            return List.of();
        }
        String marks = transactions.stream().map(each -> "?").collect(Collectors.joining(", "));
        return names(connection, "name IN (" + marks + ")", List.copyOf(transactions));
    }

    private List<String> names(Connection connection, String condition, List<String> parameters) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT name FROM " + table() + " WHERE " + condition)) {
            for (int i = 0; i < parameters.size(); i++) {
                select.setString(i + 1, parameters.get(i));
            }
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    names.add(found.getString(1));
                }
            }
        }
        return names;
    }

    /** Of everything that is seen of a job and resource, by name: a search would wait in MariaDB for the rows of what is prepared. */
    void clear(Connection connection, LedgerKey key) throws SQLException {
        for (String each : names(connection, "job = ? AND resource = ?", List.of(key.job(), key.resource()))) {
            remove(connection, each);
        }
    }

    /** Of one transaction. */
    void remove(Connection connection, String transaction) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table() + " WHERE name = ?")) {
            delete.setString(1, transaction);
            delete.executeUpdate();
        }
    }
}
