package io.staunch.protocol.prepared;

import io.staunch.protocol.follower.LedgerRow;

/** What is to be done with a transaction that belongs to a checkpoint that the sink must show. */
public enum Settle {
    /** Commit it; if the outside does not know it then, look again. */
    COMMIT,
    /** Nothing: it is committed. */
    DONE,
    /** Write its records from the write-ahead copy, with its evidence in the same transaction. */
    WRITE_COPY,
    /** Nothing can be done: its records are lost at this sink, unless they are read again. The job stops and says so. */
    REPORT,
    /** It is taken for committed, since nothing says otherwise: such a sink is not exactly-once. */
    ASSUME;

    /** @param copy whether its records are in the checkpoint, too */
    public static Settle of(Fate fate, boolean copy) {
        return switch (fate) {
            case PREPARED -> COMMIT;
            case COMMITTED -> DONE;
            case DROPPED -> copy ? WRITE_COPY : REPORT;
            case UNTOLD -> ASSUME;
        };
    }

    /**
     * Decides, inside the transaction that writes a copy and has locked the sink's ledger row, whether it may commit. A process that was
     * left behind may have decided on the copy long ago; a prepared transaction needs no such look, since it is rolled back where it must
     * not be committed.
     *
     * @param fence the number that this process left in the row when it started or began again
     * @param rowFence the number in the row
     * @param evidence whether the token's evidence is there
     */
    public static LedgerRow copy(long fence, long rowFence, boolean evidence) {
        LedgerRow row = LedgerRow.write(fence, rowFence);
        return row == LedgerRow.WRITE && evidence ? LedgerRow.ALREADY : row;
    }
}
