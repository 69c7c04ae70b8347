package io.staunch.sink;

import io.staunch.ledger.LedgerEntry;
import org.jspecify.annotations.Nullable;

/** An entry for a row of a {@link CommitLedger}, and who decides whether it is made. */
public interface LedgerWrite {
    /** What is to be entered. */
    LedgerEntry entry();

    /**
     * Decides, inside a transaction that has locked the row of the ledger, whether it may write.
     *
     * @param fenceInRow the number in the row
     * @param entryInRow the entry in the row, or null if there is none
     * @return true to write everything and the entry and commit; false if they are there already, so that there is nothing to do
     * @throws io.staunch.error.StaunchException if somebody has fenced since, or the row was tampered with: the transaction is rolled back, and
     *     the exception passed on as it is
     */
    boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow);
}
