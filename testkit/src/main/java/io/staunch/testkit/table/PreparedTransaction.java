package io.staunch.testkit.table;

/**
 * A prepared transaction that is waiting for its end.
 *
 * @param id global id, as it was prepared under
 * @param sinceNanos when it was prepared, in the world's time
 */
public record PreparedTransaction(String id, long sinceNanos) {}
