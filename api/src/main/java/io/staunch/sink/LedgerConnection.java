package io.staunch.sink;

/**
 * A connection to an outside with transactions, which has a commit ledger in them.
 *
 * <p>At a start the engine makes the calls of {@link CommitLedger}, and applies what is lacking; then another thread calls {@link #apply}.
 *
 * <p>{@link #apply} is one transaction: lock the row; ask {@link Interval#decide}; if it says so, write the records and {@link
 * Interval#entry} into the row; commit. A transaction that ends later than its caller's patience must either keep its lock until then or have
 * no effect.
 *
 * @param <T> the records
 */
public interface LedgerConnection<T> extends WriteAheadConnection<T>, CommitLedger {}
