package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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

    private String table() {
        return name.sql(dialect);
    }

    String ddl() {
        return "CREATE TABLE IF NOT EXISTS " + table()
                + " (name VARCHAR(130) PRIMARY KEY, job VARCHAR(200) NOT NULL, resource VARCHAR(800) NOT NULL)";
    }

    /** @throws RefusedException if it is not there and may not be made */
    void requireThereOrMake(Connection connection, String place) throws SQLException {
        if (TableShape.read(connection, dialect, name).isPresent()) {
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

    /** Seen when the transaction is committed. */
    void add(Connection connection, LedgerKey key, String transaction) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table() + " (name, job, resource) VALUES (?, ?, ?)")) {
            insert.setString(1, transaction);
            insert.setString(2, key.job());
            insert.setString(3, key.resource());
            insert.executeUpdate();
        }
    }

    /** Those that were committed. */
    List<String> among(Connection connection, Collection<String> transactions) throws SQLException {
        List<String> committed = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT name FROM " + table() + " WHERE name = ANY (?)")) {
            select.setArray(1, connection.createArrayOf("text", transactions.toArray(String[]::new)));
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    committed.add(found.getString(1));
                }
            }
        }
        return committed;
    }

    /** Of everything that is seen of a job and resource. */
    void clear(Connection connection, LedgerKey key) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM " + table() + " WHERE job = ? AND resource = ?")) {
            delete.setString(1, key.job());
            delete.setString(2, key.resource());
            delete.executeUpdate();
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
