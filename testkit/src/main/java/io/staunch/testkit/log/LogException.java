package io.staunch.testkit.log;

/** The log has refused a call. */
public final class LogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** The caller has waited in vain; whether the call took effect, or will, is unknown. */
        NO_ANSWER,
        /** The log, or the part of it that is asked, does not answer now. */
        UNAVAILABLE,
        /** There is no such topic or partition. */
        UNKNOWN_TOPIC,
        /** There is a topic of that name. */
        TOPIC_EXISTS,
        /** The offset is before the beginning or behind the end. */
        OFFSET_OUT_OF_RANGE,
        /** The id's last transaction is still being finished; asking again helps. */
        STILL_FINISHING,
        /** A newer producer has the transactional id. */
        FENCED,
        /** The producer's epoch is over: fenced or timed out, which can't be told. */
        OLD_EPOCH,
        /** The transaction is not in a state for that; for one, it was aborted by its time-out. */
        WRONG_STATE,
        /** The transaction's time-out is above the allowed one. */
        TIMEOUT_TOO_LONG;

        /** Whether trying again may help. */
        boolean passes() {
            return this == UNAVAILABLE || this == STILL_FINISHING;
        }
    }

    private final Reason reason;

    /** Who gets an answer that passes asks again, and often: it has no stack trace, which would cost more than all else. */
    LogException(Reason reason, String message) {
        super(reason + ": " + message, null, true, !reason.passes());
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
