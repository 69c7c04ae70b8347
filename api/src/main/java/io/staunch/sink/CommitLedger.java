package io.staunch.sink;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;

/**
 * A commit ledger in an outside with transactions. It has a row for each job and resource, with
 *
 * <ul>
 *   <li>a <i>fence</i>, a number that starts at 0 and only grows;
 *   <li>the owner, and the entry of the newest committed checkpoint, both absent at first.
 * </ul>
 *
 * The ledger itself has an identity, made when it was made, which moves with it and is never the same as that of another one.
 *
 * <p>At a start the engine calls {@link #peek}, {@link #fence}, {@link #read} and {@link #own} in that order. After an error of any of them its
 * outcome is unknown.
 */
public interface CommitLedger {
    /** Asked by a transaction that has locked the row, whether it may write. */
    @FunctionalInterface
    interface FenceCheck {
        /**
         * @param fenceInRow the number in the row
         * @throws io.staunch.error.StaunchException if somebody has fenced since: the transaction is rolled back, and the exception passed on
         */
        void check(long fenceInRow);
    }

    /** A look that disturbs nobody. It may be out of date: only good for refusing a start. Makes the ledger and the row if they were never there. */
    LedgerView peek() throws Exception;

    /**
     * Raises the fence of the row by one, in a transaction that waits for those that have the row locked.
     *
     * @return the number that it is now
     */
    long fence() throws Exception;

    /** The row, read after {@link #fence}: nothing an older process does can change it any more. */
    LedgerView read() throws Exception;

    /** Records the owner, in a transaction: lock the row, ask, write the owner, commit. */
    void own(Owner owner, FenceCheck fence) throws Exception;
}
