package io.staunch.protocol.prepared;

/** What became of a transaction that a durable checkpoint names. */
public enum Fate {
    /** It waits to be committed. */
    PREPARED,
    /** It was committed. */
    COMMITTED,
    /** The outside has let go of it, and it was never committed: for example its time limit has passed. */
    DROPPED,
    /** It does not wait any more, and the outside keeps nothing that tells the one from the other. */
    UNTOLD;

    /**
     * From two looks, in this order: the other way round, one that is committed in between is found neither here nor there.
     *
     * @param pending whether the outside had it among its prepared ones, by the first look
     * @param tells whether the outside keeps evidence of what was committed: something written in the transaction itself
     * @param evidence whether there was evidence, by the second look
     */
    public static Fate of(boolean pending, boolean tells, boolean evidence) {
        if (evidence) {
            return COMMITTED;
        }
        if (pending) {
            return PREPARED;
        }
        return tells ? DROPPED : UNTOLD;
    }
}
