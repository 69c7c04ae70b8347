package io.staunch.testkit.table;

/**
 * The database has refused a call, or its connection is broken. Inside a transaction every error but {@code CLOSED} rolls it back; until
 * the session says so too, with a rollback, every further call is refused with {@code TRANSACTION_ABORTED}.
 */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** The connection broke during the call: whether it took effect, or will, is unknown. The session is over. */
        CONNECTION_LOST,
        /** The session is over: nothing was sent. */
        CLOSED,
        /** No connection can be had now. */
        UNAVAILABLE,
        /** The server refuses this one call, for a reason that passes. */
        REFUSED,
        /** Somebody else holds the row for too long. */
        LOCK_TIMEOUT,
        /** Two transactions wait for each other; this one was chosen to end. */
        DEADLOCK,
        /** The transaction has failed before, and was rolled back. */
        TRANSACTION_ABORTED,
        /** There is a row with that key. */
        DUPLICATE_KEY,
        /** There is no such table. */
        UNKNOWN_TABLE,
        /** The table is of the other kind. */
        WRONG_KIND,
        /** There is no room for what is written. */
        FULL,
        /** No prepared transaction has that id: it was never prepared, is finished, or was dropped. */
        UNKNOWN_PREPARED,
        /** A prepared transaction has that id. */
        PREPARED_EXISTS,
        /** The server keeps no more prepared transactions, or none at all. */
        TOO_MANY_PREPARED,
        /** The session is in a transaction where it may not be, or in none where it must. */
        WRONG_STATE
    }

    private final Reason reason;

    DatabaseException(Reason reason, String message) {
        super(reason + ": " + message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
