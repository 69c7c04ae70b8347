package io.staunch.testkit.table;

import org.jspecify.annotations.Nullable;

/**
 * One change of one row by a committed transaction, as change data capture shows them: also values that were replaced within it.
 *
 * @param commit number of the transaction in the order of commits, over all tables; its changes became visible together
 * @param key null in an append-only table
 * @param row null if the row was removed
 * @param process number of the process whose session has changed it
 * @param execution how often the job had restarted in that process when the session was opened
 */
public record CommittedChange(
        long commit, @Nullable Object key, @Nullable Object row, int process, int execution) {}
