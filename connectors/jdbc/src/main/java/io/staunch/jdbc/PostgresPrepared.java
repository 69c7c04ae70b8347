package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL's. */
final class PostgresPrepared implements PreparedTransactions {
    /** How many names a message has at most. */
    private static final int NAMED = 5;

    private static final String NO_SUCH_NAME = "42704";
    /** That of a lack of memory: the server has kept a place for each in its own. */
    private static final String NO_ROOM = "53200";
    /** Another session is about to end the same one: it will have ended soon, this way or that. */
    private static final String BUSY = "55000";

    private static final String OF_THIS_DATABASE = " FROM pg_prepared_xacts WHERE database = current_database()";

    @Override
    public Optional<String> lacks(Connection connection) {
        return Optional.empty();
    }

    @Override
    public Optional<Room> room(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT CAST(current_setting("
                        + "'max_prepared_transactions') AS INTEGER), (SELECT count(*) FROM pg_prepared_xacts)");
                ResultSet found = select.executeQuery()) {
            found.next();
            return Optional.of(new Room(found.getInt(1), found.getInt(2)));
        }
    }

    @Override
    public boolean noRoom(SQLException error) {
        return NO_ROOM.equals(SqlFaults.state(error));
    }

    @Override
    public boolean busy(SQLException error) {
        return BUSY.equals(SqlFaults.state(error));
    }

    /** Each is begun by its first statement. */
    @Override
    public void begin(Connection connection, String branch) {}

    @Override
    public boolean endsConnections() {
        return false;
    }

    @Override
    public void prepare(Connection connection, String name, String branch) throws SQLException {
        execute(connection, "PREPARE TRANSACTION " + literal(name));
    }

    @Override
    public boolean commit(Connection connection, String name) throws SQLException {
        return end(connection, "COMMIT PREPARED " + literal(name));
    }

    @Override
    public boolean rollBack(Connection connection, String name) throws SQLException {
        return end(connection, "ROLLBACK PREPARED " + literal(name));
    }

    private static boolean end(Connection connection, String statement) throws SQLException {
        try {
            execute(connection, statement);
            return true;
        } catch (SQLException e) {
            if (NO_SUCH_NAME.equals(SqlFaults.state(e))) {
                return false;
            }
            throw e;
        }
    }

    /** The statements take no parameters. */
    private static String literal(String name) {
        if (!name.matches("[A-Za-z0-9_]+")) {
            throw new IllegalArgumentException("'" + name + "' is no name of a prepared transaction of ours");
        }
        return "'" + name + "'";
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whoever has prepared them. */
    @Override
    public List<String> names(Connection connection) throws SQLException {
        return texts(connection, "SELECT gid" + OF_THIS_DATABASE);
    }

    @Override
    public List<String> olderThan(Connection connection, String beginning, long seconds) throws SQLException {
        return texts(
                connection,
                "SELECT gid" + OF_THIS_DATABASE
                        + " AND starts_with(gid, ?) AND prepared < clock_timestamp() - CAST(? AS INTERVAL)",
                beginning,
                seconds + " seconds");
    }

    /** Who holds locks on a table, as a part of a message; empty if no prepared transaction does. */
    static String holders(Connection connection, String table) throws SQLException {
        List<String> all = texts(
                connection,
                "SELECT DISTINCT '''' || p.gid || ''' of role ' || p.owner || ', prepared ' || date_trunc('second', p.prepared)"
                        + " FROM pg_prepared_xacts p"
                        + " JOIN pg_locks own ON own.locktype = 'transactionid' AND own.transactionid = p.transaction"
                        + " JOIN pg_locks held ON held.virtualtransaction = own.virtualtransaction"
                        + " WHERE own.granted AND held.granted AND held.relation = to_regclass(?)"
                        + " AND p.database = current_database() ORDER BY 1",
                table);
        if (all.isEmpty()) {
            return "";
        }
        List<String> named = all.subList(0, Math.min(all.size(), NAMED));
        return ". Prepared transactions hold locks on the table, and keep them until somebody ends them: "
                + String.join("; ", named)
                + (all.size() > NAMED ? "; and " + (all.size() - NAMED) + " more" : "")
                + ". One whose name is 16 hexadecimal digits, two times 32 and three numbers is a Staunch job's: start that job, which"
                + " commits or rolls back what is its own. Any other is for COMMIT PREPARED or ROLLBACK PREPARED by whoever prepared it";
    }

    private static List<String> texts(Connection connection, String query, String... parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setString(i + 1, parameters[i]);
            }
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    texts.add(found.getString(1));
                }
            }
        }
        return texts;
    }
}
