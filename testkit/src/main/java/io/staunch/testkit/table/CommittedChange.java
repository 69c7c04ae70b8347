package io.staunch.testkit.table;

import org.jspecify.annotations.Nullable;

/**
 * What one committed transaction has made of one row; of a row that it changed several times, the last.
 *
 * @param commit number of the transaction in the order of commits, over all tables; its changes became visible together
 * @param key null in an append-only table
 * @param row null if the row was removed
 */
public record CommittedChange(
        long commit, @Nullable Object key, @Nullable Object row) {}
