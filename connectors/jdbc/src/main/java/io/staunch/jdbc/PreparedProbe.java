package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.PreparedTransactions.Room;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Finds out, before a record is read, whether a database does what a sink that prepares lives on: it prepares a transaction of one row, disconnects,
 * looks for it through another connection, and commits it there. What cannot do that is refused.
 */
final class PreparedProbe {
    /** One that is being committed, one that waits, and one of a checkpoint that has failed. */
    static final int LEAST = 3;

    /** A probe that has been there for so many times as long as an answer may take is of a process that has died in the middle of it. */
    private static final int ANSWERS = 10;

    private final Session session;
    private final Evidence evidence;
    private final LedgerKey key;
    private final Database database;
    private final String name;

    /** @param id of this probe alone */
    PreparedProbe(Session session, Evidence evidence, LedgerKey key, Database database, UUID id) {
        this.session = session;
        this.evidence = evidence;
        this.key = key;
        this.database = database;
        this.name = beginning(key) + digits(id);
    }

    /** Of the names of all probes of a sink. */
    static String beginning(LedgerKey key) {
        return "staunch_probe_" + digits(key.id()) + "_";
    }

    private static String digits(UUID id) {
        return id.toString().replace("-", "");
    }

    /**
     * The whole of it.
     *
     * @return the room that the server has
     * @throws RefusedException if the database can't do it, or has not enough room by its settings
     */
    Room run() throws Exception {
        Room room = requireRoom();
        rollBackOlder(session, key, database);
        prepareAndDisconnect();
        findAndCommit();
        return room;
    }

    private Room requireRoom() throws Exception {
        Room room = session.inTransaction("the look at max_prepared_transactions", PreparedTransactions::room);
        if (room.most() < LEAST) {
            throw new RefusedException(
                    database.place() + ": max_prepared_transactions is " + room.most() + ", so the server keeps "
                            + (room.most() == 0 ? "no prepared transactions" : "too few prepared transactions")
                            + ". A sink that prepares needs " + LEAST
                            + " (one that is being committed, one that waits, one of a checkpoint that has failed), and one more for each further"
                            + " checkpoint that may wait (sinkLag). Set it in postgresql.conf and restart the server, or take"
                            + " JdbcSink.writeAhead, which needs none");
        }
        return room;
    }

    /** What nobody else will ever end: a probe whose process has died, or has lost the database, before it had committed it. */
    static void rollBackOlder(Session session, LedgerKey key, Database database) throws Exception {
        long seconds = ANSWERS * database.answerTimeout().toSeconds();
        List<String> older = session.inTransaction(
                "the look for older probes",
                connection -> PreparedTransactions.olderThan(connection, beginning(key), seconds));
        for (String each : older) {
            session.outsideTransaction("rolling back " + each, connection -> rolledBack(connection, each));
        }
    }

    private static boolean rolledBack(Connection connection, String probe) throws SQLException {
        try {
            return PreparedTransactions.rollBack(connection, probe);
        } catch (SQLException e) {
            if (PreparedTransactions.busy(e)) {
                // Another process of this job does the same just now.
                return false;
            }
            throw e;
        }
    }

    void prepareAndDisconnect() throws Exception {
        session.andDisconnect("preparing a transaction to see whether that works", connection -> {
            evidence.add(connection, key, name);
            try {
                PreparedTransactions.prepare(connection, name);
            } catch (SQLException e) {
                throw PreparedTransactions.noRoom(e) ? full(e) : e;
            }
            return name;
        });
    }

    private StaunchException full(SQLException error) {
        return new StaunchException(
                database.place() + ": no transaction can be prepared: " + error.getMessage()
                        + ". The server keeps max_prepared_transactions of them, for this job and all others: select gid, prepared, owner, database from pg_prepared_xacts order by prepared. Set it"
                        + " higher, or see to it that they are committed or rolled back",
                Remedy.RETRY,
                error);
    }

    void findAndCommit() throws Exception {
        boolean there = session.inTransaction(
                "the look for a prepared transaction",
                connection -> PreparedTransactions.names(connection).contains(name)
                        && evidence.among(connection, List.of(name)).isEmpty());
        if (!there) {
            throw forgets(
                    "was gone, or was seen before it was committed, when the connection that had prepared it had ended");
        }
        boolean committed = session.outsideTransaction(
                "committing a prepared transaction", connection -> PreparedTransactions.commit(connection, name));
        boolean seen = session.inTransaction("the look for what was committed", connection -> {
            boolean found = evidence.among(connection, List.of(name)).contains(name);
            evidence.remove(connection, name);
            return found;
        });
        if (!committed || !seen) {
            throw forgets("could not be committed through another connection than that which had prepared it");
        }
    }

    private RefusedException forgets(String what) {
        return new RefusedException(database.place() + ": a prepared transaction (" + name + ") " + what
                + ". A job would lose records by that. If nobody rolls back prepared transactions by hand or by a script, the"
                + " database, or what stands before it, does not keep them: connect to the server itself, or take"
                + " JdbcSink.writeAhead, which needs none");
    }
}
