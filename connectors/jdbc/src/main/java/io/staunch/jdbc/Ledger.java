package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The commit ledger of a database: a table with a row for each job and resource, and beside it a table of one row with the ledger's identity. All
 * methods work in a transaction of the caller's.
 *
 * @param name of the table
 * @param create whether it may be made if it is not there
 */
record Ledger(TableName name, Dialect dialect, boolean create) {
    private static final int VERSION = 1;
    private static final String OWNER = "owner_attempt, owner_epoch, owner_lineage";
    private static final String ENTRY = "committed, committed_attempt, committed_epoch, committed_lineage";

    /** A row, locked. */
    record Row(long fence, @Nullable Owner owner, @Nullable LedgerEntry entry) {}

    /** The statements that make the ledger, for whoever makes tables by hand. */
    List<String> ddl() {
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + table() + " (job VARCHAR(200) NOT NULL, resource VARCHAR("
                        + dialect.resourceLength() + ") NOT NULL,"
                        + " fence BIGINT NOT NULL, owner_attempt VARCHAR(36), owner_epoch BIGINT, owner_lineage VARCHAR(36),"
                        + " committed BIGINT, committed_attempt VARCHAR(36), committed_epoch BIGINT, committed_lineage VARCHAR(36),"
                        + " PRIMARY KEY (job, resource))" + dialect.tableOptions(),
                "CREATE TABLE IF NOT EXISTS " + identityTable() + " (only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
                        + " identity VARCHAR(36) NOT NULL, version INTEGER NOT NULL)" + dialect.tableOptions());
    }

    private String table() {
        return name.sql(dialect);
    }

    private String identityTable() {
        return name.with("_identity").sql(dialect);
    }

    /** Whether there is a ledger. Makes it if that is allowed. */
    boolean thereOrMade(Connection connection) throws SQLException {
        if (there(connection)) {
            return true;
        }
        if (create) {
            for (String statement : ddl()) {
                try (PreparedStatement made = connection.prepareStatement(statement)) {
                    made.execute();
                }
            }
        }
        return create;
    }

    private boolean there(Connection connection) throws SQLException {
        return TableShape.read(connection, dialect, name).isPresent()
                && TableShape.read(connection, dialect, name.with("_identity")).isPresent();
    }

    /** @throws RefusedException if somebody has made it of tables without transactions, or of such as a crash of the server empties */
    void requireKept(Connection connection, String place) throws SQLException {
        TableLook.requireKept(connection, dialect, name, place);
        TableLook.requireKept(connection, dialect, name.with("_identity"), place);
    }

    /** What to say if there is none. */
    RefusedException missing(String place) {
        return new RefusedException("there is no ledger " + table() + " in " + place
                + ", in which a sink notes what is written. Let the job make it: createLedger(); or make it by hand:\n"
                + String.join(";\n", ddl()) + ";");
    }

    /** Enters an identity if there is none, and the row if it was never there. Does nothing if somebody else is doing that just now. */
    void begin(Connection connection, LedgerKey key, UUID newIdentity) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + identityTable()
                + " (only_row, identity, version) SELECT 1, CAST(? AS VARCHAR(36)), " + VERSION
                + " WHERE NOT EXISTS (SELECT 1 FROM " + identityTable() + ")")) {
            insert.setString(1, newIdentity.toString());
            insert.executeUpdate();
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table()
                + " (job, resource, fence) SELECT CAST(? AS VARCHAR(200)), CAST(? AS VARCHAR(800)), 0 WHERE NOT EXISTS (SELECT 1 FROM "
                + table() + " WHERE job = ? AND resource = ?)")) {
            insert.setString(1, key.job());
            insert.setString(2, key.resource());
            insert.setString(3, key.job());
            insert.setString(4, key.resource());
            insert.executeUpdate();
        }
    }

    LedgerView view(Connection connection, LedgerKey key) throws SQLException {
        Row row = read(connection, key, "").orElseThrow(() -> gone(key));
        return new LedgerView(identity(connection), row.owner(), row.entry());
    }

    private String identity(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT identity, version FROM " + identityTable() + " WHERE only_row = 1");
                ResultSet found = select.executeQuery()) {
            if (!found.next()) {
                throw new StaunchException(
                        "table " + identityTable() + " is empty: the ledger has lost its identity", Remedy.FAIL_JOB);
            }
            if (found.getInt(2) > VERSION) {
                throw new StaunchException(
                        "ledger " + table() + " has version " + found.getInt(2)
                                + ", and this Staunch reads up to version " + VERSION
                                + ": use the newer one that wrote it",
                        Remedy.FAIL_JOB);
            }
            return found.getString(1);
        }
    }

    /** Waits for whoever holds the row, and holds it until the transaction ends. */
    Row lock(Connection connection, LedgerKey key) throws SQLException {
        return read(connection, key, " FOR UPDATE").orElseThrow(() -> gone(key));
    }

    private StaunchException gone(LedgerKey key) {
        return new StaunchException(
                "the row of job '" + key.job() + "', resource '" + key.resource() + "' is gone from ledger " + table()
                        + ": it was there when the job started, so somebody has deleted it. Without it nobody knows what is written",
                Remedy.FAIL_JOB);
    }

    private Optional<Row> read(Connection connection, LedgerKey key, String lock) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT fence, " + OWNER + ", " + ENTRY + " FROM "
                + table() + " WHERE job = ? AND resource = ?" + lock)) {
            select.setString(1, key.job());
            select.setString(2, key.resource());
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? Optional.of(row(found, key)) : Optional.empty();
            }
        }
    }

    private static Row row(ResultSet found, LedgerKey key) throws SQLException {
        long committed = found.getLong(5);
        boolean entered = !found.wasNull();
        Owner by = owner(found, 6);
        return new Row(
                found.getLong(1),
                owner(found, 2),
                entered && by != null ? new LedgerEntry(key.job(), key.resource(), committed, by) : null);
    }

    private static @Nullable Owner owner(ResultSet found, int from) throws SQLException {
        String attempt = found.getString(from);
        return attempt == null
                ? null
                : new Owner(
                        UUID.fromString(attempt), found.getLong(from + 1), UUID.fromString(found.getString(from + 2)));
    }

    /** Of a row that is locked, or that this locks. */
    long fence(Connection connection, LedgerKey key) throws SQLException {
        long next = lock(connection, key).fence() + 1;
        try (PreparedStatement update = update(connection, "fence = ?")) {
            update.setLong(1, next);
            one(update, key, 2);
        }
        return next;
    }

    void own(Connection connection, LedgerKey key, Owner owner) throws SQLException {
        try (PreparedStatement update = update(connection, "owner_attempt = ?, owner_epoch = ?, owner_lineage = ?")) {
            set(update, 1, owner);
            one(update, key, 4);
        }
    }

    void enter(Connection connection, LedgerKey key, LedgerEntry entry) throws SQLException {
        try (PreparedStatement update = update(
                connection, "committed = ?, committed_attempt = ?, committed_epoch = ?, committed_lineage = ?")) {
            update.setLong(1, entry.committed());
            set(update, 2, entry.owner());
            one(update, key, 5);
        }
    }

    private PreparedStatement update(Connection connection, String set) throws SQLException {
        return connection.prepareStatement("UPDATE " + table() + " SET " + set + " WHERE job = ? AND resource = ?");
    }

    private static void set(PreparedStatement update, int from, Owner owner) throws SQLException {
        update.setString(from, owner.attempt().toString());
        update.setLong(from + 1, owner.epoch());
        update.setString(from + 2, owner.lineage().toString());
    }

    private void one(PreparedStatement update, LedgerKey key, int from) throws SQLException {
        update.setString(from, key.job());
        update.setString(from + 1, key.resource());
        if (update.executeUpdate() != 1) {
            throw gone(key);
        }
    }
}
