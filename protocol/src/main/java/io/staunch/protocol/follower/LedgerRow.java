package io.staunch.protocol.follower;

import io.staunch.ledger.LedgerEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides, inside a transaction that has locked a follower's ledger row, whether the transaction may commit.
 *
 * <p>The row has a fence: a number that every start raises by one before it reads the row, and that every transaction must find as its
 * process left it. So what a start has read stays as it is until it is judged, and a start that is refused has replaced nobody in the
 * row: the owner finds itself fenced, sees that the row still names it, and fences again.
 */
public enum LedgerRow {
    /** The transaction may write and commit. */
    WRITE,
    /** It was committed before, and only the answer was lost: nothing is written. */
    ALREADY,
    /** Somebody has fenced since, perhaps this very process: nothing is written. */
    FENCED;

    /**
     * The decision on a commit with an entry.
     *
     * @param fence the number that this process left in the row when it started or began again
     * @param before the entry that the row is known to hold, or null
     * @param next the entry to be made
     * @param rowFence the number in the row
     * @param held the entry in the row, or null
     * @throws IllegalStateException if nobody has fenced and yet the row holds something else
     */
    public static LedgerRow commit(
            long fence, @Nullable LedgerEntry before, LedgerEntry next, long rowFence, @Nullable LedgerEntry held) {
        if (fence != rowFence) {
            return FENCED;
        }
        if (next.equals(held)) {
            return ALREADY;
        }
        if (!Objects.equals(before, held)) {
            throw new IllegalStateException(
                    "the ledger row holds " + held + " where " + before
                            + " was expected, and nobody has fenced it: it was changed by hand, or two processes share a fence");
        }
        return WRITE;
    }

    /** The decision on a transaction that makes no entry, such as the one that records the owner. */
    public static LedgerRow write(long fence, long rowFence) {
        return fence == rowFence ? WRITE : FENCED;
    }
}
