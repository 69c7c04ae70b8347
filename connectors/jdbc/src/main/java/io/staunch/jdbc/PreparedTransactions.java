package io.staunch.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A database's statements about prepared transactions. Their names are of letters, digits and underscores. */
interface PreparedTransactions {
    /** Those of the database that the evidence is in. */
    static PreparedTransactions with(Evidence evidence) {
        return switch (evidence.dialect()) {
            case POSTGRESQL -> new PostgresPrepared();
            case MARIADB -> new MariaPrepared(evidence);
            case H2 -> throw new IllegalStateException("H2 keeps nothing that is prepared");
        };
    }

    /** Who may hold locks on a table, as a part of a message; empty if no prepared transaction does. */
    static String holders(Dialect dialect, Connection connection, String table) throws SQLException {
        return switch (dialect) {
            case POSTGRESQL -> PostgresPrepared.holders(connection, table);
            case MARIADB -> MariaPrepared.holders(connection);
            case H2 -> "";
        };
    }

    /**
     * Room for prepared transactions on a server, for all its clients.
     *
     * @param most that it keeps
     * @param taken by now
     */
    record Room(int most, int taken) {}

    /** What the user needs and has not, as a sentence that says what to do; empty if nothing is missing. */
    Optional<String> lacks(Connection connection) throws SQLException;

    /** Empty if the server sets no limit. */
    Optional<Room> room(Connection connection) throws SQLException;

    /** Whether an error says that the server keeps no more of them. */
    boolean noRoom(SQLException error);

    /** Whether an error says that one can't be ended at this moment. */
    boolean busy(SQLException error);

    /**
     * Begins one, before its first statement.
     *
     * @param branch what the database calls it until it is prepared, if it needs a word for it so early; of no other transaction
     */
    void begin(Connection connection, String branch) throws SQLException;

    /** Prepares the one that is open on this connection. */
    void prepare(Connection connection, String name, String branch) throws SQLException;

    /** Whether a connection that has prepared one, or has failed to, has to end before others may end the transaction, or before it may begin another. */
    boolean endsConnections();

    /** Not in a transaction. False if there is none of this name. */
    boolean commit(Connection connection, String name) throws SQLException;

    /** Not in a transaction. False if there is none of this name. */
    boolean rollBack(Connection connection, String name) throws SQLException;

    /** Of this database. Those of others may be among them. In a transaction in which nothing else is done. */
    List<String> names(Connection connection) throws SQLException;

    /** Those whose names begin so, and which have been there for so long by the server's clock. In a transaction in which nothing else is done. */
    List<String> olderThan(Connection connection, String beginning, long seconds) throws SQLException;
}
