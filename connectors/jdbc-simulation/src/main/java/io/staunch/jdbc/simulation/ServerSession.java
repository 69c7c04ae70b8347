package io.staunch.jdbc.simulation;

import io.staunch.testkit.simulation.world.SimulatedProcess;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.h2.api.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of one connection: its transaction, and what it does for its client. It does not know when its client is gone; it finds out some
 * time later, when it has finished what it was doing, and holds its rows until then. Owned by the thread that runs the world.
 */
final class ServerSession {
    private static final long LOOK_AGAIN_NANOS = 2_000_000;

    private final DatabaseServer server;
    private final Connection connection;
    private final SimulatedProcess client;
    private final long lockTimeoutNanos;
    /** Statements that have changed something in the open transaction. */
    private final Set<String> written = new LinkedHashSet<>();

    private @Nullable Request<?> background;
    /** Why the request that is being carried out has to wait, since when, and how many transactions had ended when it was tried last. */
    private @Nullable SQLException held;

    private long heldSince;
    private long triedAt;

    /** Counts transactions; odd while one is open. */
    private long transactions;

    /** That of its client when the open transaction began. */
    private int execution;

    /** Whether a part of the open transaction was taken back: see {@link DatabaseServer#turnedBackBesides}. */
    private boolean turnedBack;

    private boolean abandoned;
    private boolean noticed;
    private boolean closed;

    ServerSession(DatabaseServer server, Connection connection, SimulatedProcess client, long lockTimeoutNanos) {
        this.server = server;
        this.connection = connection;
        this.client = client;
        this.lockTimeoutNanos = lockTimeoutNanos;
    }

    SimulatedProcess client() {
        return client;
    }

    Connection connection() {
        return connection;
    }

    /** Whether it has ended: nothing that arrives is carried out any more. */
    boolean closed() {
        return closed;
    }

    /** Whether its client is known to be gone, by the world and not yet by itself. */
    boolean abandoned() {
        return abandoned;
    }

    boolean inTransaction() {
        return transactions % 2 == 1;
    }

    /**
     * Goes on with a request as far as it can.
     *
     * @return whether it is done; false if it has to wait for somebody who holds a row
     * @throws SQLException if it fails, or has waited for too long; the transaction is as it was before it
     */
    boolean goOn(Request<?> request) throws SQLException {
        SQLException before = held;
        if (before != null && triedAt == server.transactionsEnded()) {
            return keepWaiting(before);
        }
        begin(request);
        try {
            server.requireRoom(request.kind());
            requireNobodyTurnedBack(request.kind());
            carryOut(request);
        } catch (SQLException e) {
            if (waits(e)) {
                heldSince = before == null ? server.clock().nanos() : heldSince;
                triedAt = server.transactionsEnded();
                held = e;
                return keepWaiting(e);
            }
            held = null;
            throw e;
        }
        held = null;
        done(request);
        return true;
    }

    private void carryOut(Request<?> request) throws SQLException {
        boolean whole = false;
        try {
            request.carryOut(connection);
            whole = request.kind() != Request.Kind.SAVEPOINT;
        } finally {
            turnedBack |= !whole && inTransaction();
        }
    }

    private void requireNobodyTurnedBack(Request.Kind kind) throws SQLException {
        if (kind.takesRows() && server.turnedBackBesides(this)) {
            throw new SQLException("somebody else may hold the row", "HYT00", ErrorCode.LOCK_TIMEOUT_1);
        }
    }

    /** Whether its transaction is open, and a part of it was taken back. */
    boolean turnedBack() {
        return turnedBack && !closed;
    }

    private boolean keepWaiting(SQLException why) throws SQLException {
        if (server.clock().nanos() - heldSince >= lockTimeoutNanos) {
            held = null;
            throw why;
        }
        return false;
    }

    private static boolean waits(SQLException error) {
        SQLException said = error instanceof BatchUpdateException && error.getNextException() != null
                ? error.getNextException()
                : error;
        return said.getErrorCode() == ErrorCode.LOCK_TIMEOUT_1;
    }

    private void begin(Request<?> request) {
        if (!inTransaction() && !request.kind().ends()) {
            transactions++;
            execution = client.restarts();
            server.begun(this, transactions);
        }
    }

    private void done(Request<?> request) {
        if (request.kind() == Request.Kind.WRITE) {
            written.add(request.sql());
        }
        if (request.kind().ends()) {
            Set<String> by = request.kind() == Request.Kind.ROLLBACK ? Set.of() : Set.copyOf(written);
            ended();
            server.committed(client, execution, by);
        }
    }

    private void ended() {
        if (inTransaction()) {
            transactions++;
        }
        written.clear();
        turnedBack = false;
        server.transactionEnded();
    }

    /** Whether that transaction of it is still open. */
    boolean has(long transaction) {
        return !closed && transactions == transaction;
    }

    /** Carries out a request for which nobody waits, after a time, if it then still may. */
    void inBackground(long delayNanos, Request<?> request) {
        background = request;
        server.clock().after(delayNanos, this::goOnInBackground);
    }

    private void goOnInBackground() {
        Request<?> request = background;
        if (closed || request == null) {
            return;
        }
        boolean done;
        try {
            done = server.untilBack() == 0 && goOn(request);
        } catch (SQLException nobodyHearsOfIt) {
            done = true;
        }
        if (done) {
            background = null;
            if (noticed) {
                close();
            }
        } else {
            server.clock().after(Math.max(LOOK_AGAIN_NANOS, server.untilBack()), this::goOnInBackground);
        }
    }

    /** Its client is gone, and it will notice after a time; not before it is through with what it was asked for. */
    void abandon(long delayNanos) {
        abandoned = true;
        server.clock().after(delayNanos, this::notice);
    }

    /** What it would notice or go on with some time later, it does soon. */
    void hasten() {
        if (background != null) {
            server.clock().after(LOOK_AGAIN_NANOS, this::goOnInBackground);
        }
        if (abandoned && !noticed) {
            server.clock().after(LOOK_AGAIN_NANOS, this::notice);
        }
    }

    private void notice() {
        noticed = true;
        if (background == null) {
            close();
        }
    }

    /** Ends it. What was not committed is gone. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        background = null;
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException("H2 can't roll back", e);
        }
        ended();
        server.ended(this);
    }
}
