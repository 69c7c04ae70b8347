package io.staunch.sink;

import io.staunch.ledger.LedgerEntry;
import org.jspecify.annotations.Nullable;

/**
 * What a sink was given between two checkpoints, to be written now. Iterating reads the records from memory or from the checkpoint store, some
 * at a time, so that they need not all fit into memory; it may be done again from the beginning. An iterator throws {@link
 * io.staunch.error.StaunchException} if they can't be read, which {@link WriteAheadConnection#apply} passes on.
 *
 * @param <T> the records
 */
public interface Interval<T> extends Iterable<T> {
    /** How many records there are. */
    long records();

    /**
     * A key of this interval: the same whenever it is written, and of no other interval of any job. The records come in the same order each time, so
     * this with a record's number in the interval is a key of the record.
     */
    String key();

    /** What is to be entered in the ledger in the transaction of the records. */
    LedgerEntry entry();

    /**
     * Decides, inside a transaction that has locked the row of the ledger, whether it may write.
     *
     * @param fenceInRow the number in the row
     * @param entryInRow the entry in the row, or null if there is none
     * @return true to write the records and the entry and commit; false if they are there already, so that there is nothing to do
     * @throws io.staunch.error.StaunchException if somebody has fenced since, or the row was tampered with: the transaction is rolled back, and
     *     the exception passed on as it is
     */
    boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow);
}
