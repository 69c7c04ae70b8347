package io.staunch.sink;

import io.staunch.ledger.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Keeps stale writers out of a table that an {@link IdempotentSink} writes to. The outside has a row for each table, in which the attempt that
 * writes is named. Every transaction of a connection first takes that row (in SQL: {@code select ... for update}), asks here whether it may go
 * on, and holds the row until it has committed. Nothing may be written by a single request that looks at the row and writes at once: it could
 * arrive late, when this very process has begun again and the row names it as before.
 *
 * <p>Decides and has no state; may be called by any thread.
 */
public interface WriterCheck {
    /**
     * To be called in a transaction of its own before the first write, and after every new connection. If it returns, the row is made to name
     * {@link SinkContext#owner()} in that transaction.
     *
     * @param row whom the row names; null if there is none
     * @throws io.staunch.error.StaleOwnerException if a newer attempt writes
     * @throws io.staunch.error.RefusedException if the table belongs to another history of the job, or to one with a copy of its folder
     */
    void take(@Nullable Owner row);

    /**
     * To be called in every transaction that writes.
     *
     * @param row whom the row names; null if there is none
     * @throws io.staunch.error.StaleOwnerException if it is not this attempt
     */
    void write(@Nullable Owner row);
}
