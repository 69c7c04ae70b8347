package io.staunch.runtime.sink;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.sink.LedgerWrite;
import org.jspecify.annotations.Nullable;

/**
 * An entry on its way to a ledger's row.
 *
 * @param entry to be made
 * @param before the entry that the row is known to hold, or null
 * @param fence the number that this process has left in the row
 */
public record RowWrite(LedgerEntry entry, @Nullable LedgerEntry before, long fence) implements LedgerWrite {
    @Override
    public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
        return switch (LedgerRow.commit(fence, before, entry, fenceInRow, entryInRow)) {
            case WRITE -> true;
            case ALREADY -> false;
            case FENCED -> throw fenced(entry.resource(), entry.job());
        };
    }

    /** Somebody has raised the fence: whether that was this very process is found out by a new start. */
    public static StaunchException fenced(String resource, String job) {
        return new StaunchException(
                "the ledger row of job '" + job + "' at " + resource
                        + " was fenced by another start; nothing was written. This process now finds out whether it still owns the job",
                Remedy.RESTART_FROM_CHECKPOINT);
    }
}
