package io.staunch.testkit.table;

import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.Request.Place;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of one session: its transaction, and what it does for its client. It does not know when its client is gone; it finds out
 * some time later, when it has finished what it was doing, and holds its rows until then.
 */
final class Backend {
    private static final long LOOK_AGAIN_NANOS = 2_000_000;

    private final SimulatedDatabase database;
    private final SimulatedProcess client;
    private final int number;
    private final int execution;
    private @Nullable TableTransaction transaction;
    private @Nullable TableTransaction waitsFor;
    private @Nullable Request background;
    private long waitingSince = -1;
    private boolean inBlock;
    private boolean failed;
    private boolean abandoned;
    private boolean noticed;
    private boolean closed;

    Backend(SimulatedDatabase database, SimulatedProcess client, int number) {
        this.database = database;
        this.client = client;
        this.number = number;
        execution = client.restarts();
    }

    SimulatedProcess client() {
        return client;
    }

    /** Which execution of the client's job has opened it. */
    int execution() {
        return execution;
    }

    Storage storage() {
        return database.storage();
    }

    /** Whether it has ended: nothing that arrives is carried out any more. */
    boolean closed() {
        return closed;
    }

    /** Whether its client is known to be gone, by the world and not yet by itself. */
    boolean abandoned() {
        return abandoned;
    }

    /** Whether that is its open transaction. */
    boolean has(TableTransaction current) {
        return transaction == current;
    }

    /**
     * Goes on with a request as far as it can.
     *
     * @return whether it is done
     * @throws DatabaseException if it is refused, has waited for too long, or waits for somebody who waits for it; the transaction is
     *     then rolled back
     */
    boolean goOn(Request request) {
        try {
            enter(request);
            waitsFor = request.goOn(this);
            if (waitsFor != null) {
                keepWaiting(waitsFor);
                return false;
            }
            waitingSince = -1;
            return true;
        } catch (DatabaseException e) {
            fail(request);
            throw e;
        }
    }

    /** Refuses a request for a reason of the server's own. */
    void refuse(Request request, DatabaseException why) {
        if (request.place() == Place.INSIDE) {
            inBlock = true;
        }
        fail(request);
        throw why;
    }

    private void enter(Request request) {
        switch (request.place()) {
            case ALONE -> {
                if (inBlock) {
                    throw new IllegalStateException(this + " is in a transaction that its client knows nothing of");
                }
            }
            case INSIDE -> {
                inBlock = true;
                if (failed) {
                    throw new DatabaseException(
                            Reason.TRANSACTION_ABORTED, "the transaction has failed before: roll it back");
                }
            }
            case END -> {}
        }
    }

    private void fail(Request request) {
        waitsFor = null;
        waitingSince = -1;
        rollBack();
        inBlock &= request.place() == Place.INSIDE;
        failed = inBlock;
    }

    /** Carries out a request for which nobody waits, after a time, if it then still may. */
    void inBackground(long delayNanos, Request request) {
        background = request;
        database.clock().after(delayNanos, this::goOnInBackground);
    }

    private void goOnInBackground() {
        Request request = background;
        if (closed || request == null) {
            return;
        }
        boolean done;
        try {
            done = database.untilBack() == 0 && goOn(request);
        } catch (DatabaseException nobodyHearsOfIt) {
            done = true;
        }
        if (done) {
            background = null;
            if (noticed) {
                close();
            }
        } else {
            database.clock().after(Math.max(LOOK_AGAIN_NANOS, database.untilBack()), this::goOnInBackground);
        }
    }

    /** Its client is gone, and it will notice after a time; not before it is through with what it was asked for. */
    void abandon(long delayNanos) {
        abandoned = true;
        database.clock().after(delayNanos, this::notice);
    }

    /** What it would notice or go on with some time later, it does soon. */
    void hasten() {
        if (background != null) {
            database.clock().after(LOOK_AGAIN_NANOS, this::goOnInBackground);
        }
        if (abandoned && !noticed) {
            database.clock().after(LOOK_AGAIN_NANOS, this::notice);
        }
    }

    private void notice() {
        noticed = true;
        if (background == null) {
            close();
        }
    }

    /** Ends it. What was not committed or prepared is gone. */
    void close() {
        if (!closed) {
            closed = true;
            background = null;
            rollBack();
            database.ended(this);
        }
    }

    /** The open transaction, or a new one. */
    TableTransaction transaction() {
        TableTransaction current = transaction;
        if (current == null) {
            current = new TableTransaction(this);
            transaction = current;
            database.begun(current);
        }
        return current;
    }

    /** A statement alone is a transaction. */
    void statementDone(Place place) {
        if (place == Place.ALONE) {
            commit();
        }
    }

    void requireRoom() {
        database.requireRoom();
    }

    void commit() {
        requireNotFailed();
        if (transaction != null) {
            storage().commit(transaction);
        }
        leave();
    }

    void rollBackBlock() {
        rollBack();
        leave();
    }

    /** Also of a transaction that has done nothing. */
    void prepare(String id) {
        requireNotFailed();
        requireRoom();
        database.prepared().add(new PreparedTransaction(id, database.clock().nanos()), transaction());
        leave();
    }

    SimulatedDatabase database() {
        return database;
    }

    private void requireNotFailed() {
        if (failed) {
            throw new DatabaseException(
                    Reason.TRANSACTION_ABORTED, "the transaction had failed before, and is rolled back");
        }
    }

    private void leave() {
        transaction = null;
        inBlock = false;
        failed = false;
    }

    private void rollBack() {
        if (transaction != null) {
            storage().rollBack(transaction);
            transaction = null;
        }
    }

    private void keepWaiting(TableTransaction holder) {
        long now = database.clock().nanos();
        if (waitingSince < 0) {
            waitingSince = now;
        }
        if (waitsForItself(holder)) {
            throw new DatabaseException(Reason.DEADLOCK, this + " and " + holder + " wait for each other's rows");
        }
        if (now - waitingSince >= database.faults().lockTimeoutMs() * 1_000_000) {
            throw new DatabaseException(
                    Reason.LOCK_TIMEOUT,
                    "after " + database.faults().lockTimeoutMs() + " ms a row is still held by " + holder);
        }
    }

    private boolean waitsForItself(TableTransaction holder) {
        TableTransaction next = holder;
        while (next != null && next.prepared() == null && next.backend().has(next)) {
            if (next.backend() == this) {
                return true;
            }
            next = next.backend().waitsFor;
        }
        return false;
    }

    @Override
    public String toString() {
        return "session " + number + " of " + client.name();
    }
}
