package io.staunch.examples.lines;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Commits and rolls back by name, and keeps the ledger. What fails is tried again, whatever it is: the job's status says for what it waits. */
final class LineCommits implements CommitConnection {
    private static final String NO_SUCH_NAME = "42704";

    private final Connection connection;
    private final String job;
    private final String resource;

    private record Row(
            long fence, @Nullable Owner owner, @Nullable LedgerEntry entry) {}

    LineCommits(Connection connection, String job, String resource) {
        this.connection = connection;
        this.job = job;
        this.resource = resource;
    }

    @Override
    public LedgerView peek() {
        return tried("find the ledger", () -> {
            update("INSERT INTO lines_ledger (job, resource, fence) VALUES (?, ?, 0) ON CONFLICT DO NOTHING");
            return view();
        });
    }

    @Override
    public LedgerView read() {
        return tried("read the ledger", this::view);
    }

    private LedgerView view() throws SQLException {
        Row row = row("");
        return new LedgerView(names("SELECT identity FROM lines_identity").get(0), row.owner(), row.entry());
    }

    @Override
    public long fence() {
        return tried(
                "raise the fence",
                () -> inTransaction(() -> {
                    long next = row(" FOR UPDATE").fence() + 1;
                    update("UPDATE lines_ledger SET fence = " + next + " WHERE job = ? AND resource = ?");
                    return next;
                }));
    }

    @Override
    public void own(Owner owner, FenceCheck fence) {
        tried(
                "record the owner",
                () -> inTransaction(() -> {
                    fence.check(row(" FOR UPDATE").fence());
                    enter("attempt = ?, epoch = ?, lineage = ?", owner);
                    return true;
                }));
    }

    @Override
    public void enter(LedgerWrite write) {
        tried(
                "make the entry",
                () -> inTransaction(() -> {
                    Row row = row(" FOR UPDATE");
                    if (write.decide(row.fence(), row.entry())) {
                        LedgerEntry entry = write.entry();
                        String set =
                                "committed = " + entry.committed() + ", by_attempt = ?, by_epoch = ?, by_lineage = ?";
                        enter(set, entry.owner());
                        update("DELETE FROM lines_evidence WHERE job = ? AND resource = ?");
                    }
                    return true;
                }));
    }

    @Override
    public Collection<String> prepared() {
        return tried(
                "list what is prepared",
                () -> names("SELECT gid FROM pg_prepared_xacts WHERE database = current_database()"));
    }

    @Override
    public Collection<String> committed(Collection<String> tokens) {
        return tried(
                "look for evidence",
                () -> names("SELECT token FROM lines_evidence WHERE token = ANY (?)", tokens.toArray(String[]::new)));
    }

    @Override
    public boolean commit(String token) {
        return tried("commit " + token, () -> finish("COMMIT PREPARED '" + token + "'"));
    }

    @Override
    public void abort(String token) {
        tried("roll back " + token, () -> finish("ROLLBACK PREPARED '" + token + "'"));
    }

    private boolean finish(String how) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(how)) {
            statement.execute();
            return true;
        } catch (SQLException e) {
            if (NO_SUCH_NAME.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private List<String> names(String query, String... among) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(query)) {
            if (query.contains("?")) {
                select.setArray(1, connection.createArrayOf("text", among));
            }
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    names.add(found.getString(1));
                }
            }
        }
        return names;
    }

    private Row row(String lock) throws SQLException {
        try (PreparedStatement select = of("SELECT fence, attempt, epoch, lineage, committed, by_attempt, by_epoch,"
                        + " by_lineage FROM lines_ledger WHERE job = ? AND resource = ?" + lock);
                ResultSet found = select.executeQuery()) {
            if (!found.next()) {
                throw new StaunchException(
                        "somebody has deleted the row of job '" + job
                                + "' from lines_ledger: without it nobody knows what is committed",
                        Remedy.FAIL_JOB);
            }
            Owner by = owner(found, 6);
            return new Row(
                    found.getLong(1),
                    owner(found, 2),
                    by == null ? null : new LedgerEntry(job, resource, found.getLong(5), by));
        }
    }

    private static @Nullable Owner owner(ResultSet row, int from) throws SQLException {
        String attempt = row.getString(from);
        return attempt == null
                ? null
                : new Owner(UUID.fromString(attempt), row.getLong(from + 1), UUID.fromString(row.getString(from + 2)));
    }

    private void enter(String set, Owner owner) throws SQLException {
        String where = "UPDATE lines_ledger SET " + set + " WHERE job = ? AND resource = ?";
        try (PreparedStatement update = connection.prepareStatement(where)) {
            update.setObject(1, owner.attempt());
            update.setLong(2, owner.epoch());
            update.setObject(3, owner.lineage());
            update.setString(4, job);
            update.setString(5, resource);
            update.executeUpdate();
        }
    }

    private void update(String statement) throws SQLException {
        try (PreparedStatement update = of(statement)) {
            update.executeUpdate();
        }
    }

    /** A statement whose first two parameters are the key of the row. */
    private PreparedStatement of(String statement) throws SQLException {
        PreparedStatement made = connection.prepareStatement(statement);
        made.setString(1, job);
        made.setString(2, resource);
        return made;
    }

    private <V> V inTransaction(Callable<V> call) throws Exception {
        connection.setAutoCommit(false);
        try {
            V result = call.call();
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (Exception e) {
            rollBack(e);
            throw e;
        }
    }

    private void rollBack(Exception why) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** What the engine throws is passed on; what the database throws is tried again with a new connection. */
    static <V> V tried(String what, Callable<V> call) {
        try {
            return call.call();
        } catch (StaunchException e) {
            throw e;
        } catch (Exception e) {
            throw new StaunchException("table lines: can't " + what + ": " + e.getMessage(), Remedy.RETRY, e);
        }
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // The database rolls back what is open as soon as it sees that nobody is there.
        }
    }

    @Override
    public void close() {
        close(connection);
    }
}
