package io.staunch.jdbc;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * MariaDB's, by its statements for XA. Its own name for a transaction, the branch, must be said before the first statement, when the name by which it is
 * to be ended is not known yet. So the row of {@link Evidence}, which the transaction inserts itself, has both. Whoever looks for what is prepared
 * reads that table with all that is not committed, and takes the rows whose branch the server has as prepared: what is prepared does not change any
 * more, so each of these rows is there exactly as long as its transaction.
 *
 * <p>Only the session that has prepared a transaction may end it, until that session is gone: of anybody else's XA COMMIT the server says that it knows
 * none of this name; and for a moment in between, when the session is gone from all lists and InnoDB has not let go of it yet, it says that all is well
 * and does nothing (11.4). So the row has the number of the session, too, and whoever ends a transaction waits first until InnoDB itself shows it
 * without a session, and looks afterwards whether it has ended.
 */
final class MariaPrepared implements PreparedTransactions {
    /** How many names a message has at most. */
    private static final int NAMED = 5;

    private static final String BUSY = "55000";
    private static final String SESSION = "MariaDB thread id ";
    private static final String CUT = "... truncated...";
    private static final int LOOKS = 200;
    private static final String PAUSE_SECONDS = "0.02";
    private static final Set<Integer> ROLLED_BACK =
            Set.of(MariaErrors.ROLLED_BACK, MariaErrors.ROLLED_BACK_LATE, MariaErrors.ROLLED_BACK_BY_DEADLOCK);

    private final Evidence evidence;

    MariaPrepared(Evidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public Optional<Room> room(Connection connection) {
        return Optional.empty();
    }

    /** The right to see when a session is gone. */
    @Override
    public Optional<String> lacks(Connection connection) throws SQLException {
        try {
            preparedTransactions(connection).close();
            return Optional.empty();
        } catch (SQLException e) {
            if (MariaErrors.DENIED == e.getErrorCode()) {
                return Optional.of(
                        "the user lacks the right PROCESS, by which the sink sees in SHOW ENGINE INNODB STATUS when a session is gone"
                                + " that has prepared a transaction, and without which the server may drop a commit: GRANT PROCESS ON *.*");
            }
            throw e;
        }
    }

    @Override
    public boolean noRoom(SQLException error) {
        return false;
    }

    @Override
    public boolean busy(SQLException error) {
        return BUSY.equals(error.getSQLState());
    }

    @Override
    public boolean endsConnections() {
        return true;
    }

    @Override
    public void begin(Connection connection, String branch) throws SQLException {
        execute(connection, "XA START " + literal(branch));
    }

    @Override
    public void prepare(Connection connection, String name, String branch) throws SQLException {
        execute(connection, "XA END " + literal(branch));
        execute(connection, "XA PREPARE " + literal(branch));
    }

    @Override
    public boolean commit(Connection connection, String name) throws SQLException {
        return end(connection, "XA COMMIT ", name);
    }

    @Override
    public boolean rollBack(Connection connection, String name) throws SQLException {
        return end(connection, "XA ROLLBACK ", name);
    }

    /** What the row of a transaction says of it. */
    private record Branch(String name, String session) {}

    private boolean end(Connection connection, String statement, String name) throws SQLException {
        Optional<Branch> there = branch(connection, name);
        if (there.isEmpty()) {
            return false;
        }
        Branch branch = there.get();
        awaitDetached(connection, branch, name);
        if (ended(connection, statement + literal(branch.name()))) {
            requireEnded(connection, branch, name);
            return true;
        }
        if (prepared(connection).contains(branch.name())) {
            throw new SQLException("another session is about to end transaction " + name, BUSY);
        }
        return false;
    }

    private static void awaitDetached(Connection connection, Branch branch, String name) throws SQLException {
        for (int i = 0; i < LOOKS; i++) {
            if (preparedTransactions(connection).noneMatch(each -> each.contains(SESSION + branch.session() + ","))) {
                return;
            }
            execute(connection, "SELECT SLEEP(" + PAUSE_SECONDS + ")");
        }
        throw new SQLException(
                "session " + branch.session() + " of the server, which has prepared transaction " + name
                        + ", is still there",
                BUSY);
    }

    /** What InnoDB itself has as prepared, as it prints it, with the session if there is one. Anything about locks is printed with it. */
    static Stream<String> preparedTransactions(Connection connection) throws SQLException {
        try (Statement show = connection.createStatement();
                ResultSet found = show.executeQuery("SHOW ENGINE INNODB STATUS")) {
            found.next();
            String status = found.getString("Status");
            if (status.contains(CUT)) {
                throw new SQLException(
                        "SHOW ENGINE INNODB STATUS is too long to show all transactions: too many are open", BUSY);
            }
            return Stream.of(status.split("---TRANSACTION ")).filter(each -> each.contains("(PREPARED)"));
        }
    }

    /** The row of one that has ended is committed, or gone. */
    private void requireEnded(Connection connection, Branch branch, String name) throws SQLException {
        if (branch(connection, name).isPresent()
                && evidence.among(connection, List.of(name)).isEmpty()) {
            throw new StaunchException(
                    "transaction " + name + " (branch " + branch.name()
                            + ") is still prepared, though the server has answered that it has ended. It is safe, but the server will name it again only"
                            + " after a restart: restart MariaDB, and then this job",
                    Remedy.FAIL_JOB);
        }
    }

    /** False if the server knows none of this name, or has rolled it back instead. */
    private static boolean ended(Connection connection, String statement) throws SQLException {
        try {
            execute(connection, statement);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == MariaErrors.NO_SUCH_TRANSACTION || ROLLED_BACK.contains(e.getErrorCode())) {
                return false;
            }
            throw e;
        }
    }

    private Optional<Branch> branch(Connection connection, String name) throws SQLException {
        readUncommitted(connection);
        try (PreparedStatement select =
                connection.prepareStatement("SELECT branch, session FROM " + evidence.table() + " WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet found = select.executeQuery()) {
                return found.next()
                        ? Optional.of(new Branch(found.getString(1), found.getString(2)))
                        : Optional.empty();
            }
        }
    }

    @Override
    public List<String> names(Connection connection) throws SQLException {
        return among(connection, prepared(connection), "");
    }

    @Override
    public List<String> olderThan(Connection connection, String beginning, long seconds) throws SQLException {
        return among(
                connection,
                prepared(connection),
                " WHERE name LIKE '" + beginning.replace("_", "\\_") + "%' AND made <= NOW() - INTERVAL " + seconds
                        + " SECOND");
    }

    private List<String> among(Connection connection, Set<String> branches, String condition) throws SQLException {
        List<String> names = new ArrayList<>();
        readUncommitted(connection);
        try (Statement select = connection.createStatement();
                ResultSet found = select.executeQuery("SELECT name, branch FROM " + evidence.table() + condition)) {
            while (found.next()) {
                if (branches.contains(found.getString(2))) {
                    names.add(found.getString(1));
                }
            }
        }
        return names;
    }

    /** The next transaction of this connection alone, which has none now. */
    private static void readUncommitted(Connection connection) throws SQLException {
        execute(connection, "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
    }

    /** The branches that the server has as prepared. */
    private static Set<String> prepared(Connection connection) throws SQLException {
        Set<String> branches = new HashSet<>();
        try (Statement recover = connection.createStatement();
                ResultSet found = recover.executeQuery("XA RECOVER")) {
            while (found.next()) {
                branches.add(found.getString("data"));
            }
        }
        return branches;
    }

    /** All that there are: whose locks they hold is told only to those who have the right PROCESS. */
    static String holders(Connection connection) throws SQLException {
        List<String> all = prepared(connection).stream().sorted().toList();
        if (all.isEmpty()) {
            return "";
        }
        return ". Prepared transactions of the server hold locks, maybe these, and keep them until somebody ends them: "
                + String.join(", ", all.subList(0, Math.min(all.size(), NAMED)))
                + (all.size() > NAMED ? " and " + (all.size() - NAMED) + " more" : "")
                + ". One whose name begins with 'staunch_' is a Staunch job's: start that job, which commits or rolls back what is its own. Any"
                + " other is for XA COMMIT or XA ROLLBACK by whoever prepared it";
    }

    /** The statements take no parameters. */
    private static String literal(String branch) {
        if (!branch.matches("[A-Za-z0-9_]{1,64}")) {
            throw new IllegalArgumentException("'" + branch + "' is no name of a prepared transaction of ours");
        }
        return "'" + branch + "'";
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
