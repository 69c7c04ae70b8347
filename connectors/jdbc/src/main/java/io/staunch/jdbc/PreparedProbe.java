package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.PreparedTransactions.Room;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
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
    private final PreparedTransactions transactions;
    private final String branch;
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
        transactions = PreparedTransactions.with(evidence);
        branch = branch(key, id);
    }

    /** Of the names of all probes of a sink. */
    static String beginning(LedgerKey key) {
        return "staunch_probe_" + digits(key.id()) + "_";
    }

    /** What a database that asks for it may call a transaction of a sink before it has a name. */
    static String branch(LedgerKey key, UUID id) {
        return "staunch_" + digits(key.id()) + "_"
                + digits(id).substring(digits(id).length() / 2);
    }

    private static String digits(UUID id) {
        return id.toString().replace("-", "");
    }

    /**
     * The whole of it.
     *
     * @return the room that the server has; empty if it sets no limit
     * @throws RefusedException if the database can't do it, or has not enough room by its settings
     */
    Optional<Room> run() throws Exception {
        session.inTransaction("the look at what the user may do", transactions::lacks)
                .ifPresent(what -> {
                    throw new RefusedException(database.place() + ": " + what);
                });
        Optional<Room> room = session.inTransaction("the look at max_prepared_transactions", transactions::room);
        room.ifPresent(this::requireEnough);
        rollBackOlder(session, transactions, key, database);
        prepareAndDisconnect();
        findAndCommit();
        return room;
    }

    private void requireEnough(Room room) {
        if (room.most() < LEAST) {
            throw new RefusedException(
                    database.place() + ": max_prepared_transactions is " + room.most() + ", so the server keeps "
                            + (room.most() == 0 ? "no prepared transactions" : "too few prepared transactions")
                            + ". A sink that prepares needs " + LEAST
                            + " (one that is being committed, one that waits, one of a checkpoint that has failed), and one more for each further"
                            + " checkpoint that may wait (sinkLag). Set it in postgresql.conf and restart the server, or take"
                            + " JdbcSink.writeAhead, which needs none");
        }
    }

    /** What nobody else will ever end: a probe whose process has died, or has lost the database, before it had committed it. */
    static void rollBackOlder(Session session, PreparedTransactions transactions, LedgerKey key, Database database)
            throws Exception {
        long seconds = ANSWERS * database.answerTimeout().toSeconds();
        List<String> older = session.inTransaction(
                "the look for older probes", connection -> transactions.olderThan(connection, beginning(key), seconds));
        for (String each : older) {
            session.outsideTransaction(
                    "rolling back " + each, connection -> rolledBack(transactions, connection, each));
        }
    }

    private static boolean rolledBack(PreparedTransactions transactions, Connection connection, String probe)
            throws SQLException {
        try {
            return transactions.rollBack(connection, probe);
        } catch (SQLException e) {
            if (transactions.busy(e)) {
                // Another process of this job does the same just now.
                return false;
            }
            throw e;
        }
    }

    void prepareAndDisconnect() throws Exception {
        session.andDisconnect("preparing a transaction to see whether that works", connection -> {
            transactions.begin(connection, branch);
            evidence.add(connection, key, name, branch);
            try {
                transactions.prepare(connection, name, branch);
            } catch (SQLException e) {
                throw transactions.noRoom(e) ? full(e) : e;
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
        String act = "the look for a prepared transaction";
        boolean there = session.inTransaction(act, transactions::names).contains(name)
                && session.inTransaction(act, connection -> evidence.among(connection, List.of(name)))
                        .isEmpty();
        if (!there) {
            throw forgets(
                    "was gone, or was seen before it was committed, when the connection that had prepared it had ended");
        }
        boolean committed = session.outsideTransaction(
                "committing a prepared transaction", connection -> transactions.commit(connection, name));
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
