package io.staunch.jdbc;

/**
 * Sinks that write records into a table, in four ways:
 *
 * <ul>
 *   <li>{@link #writeAhead}: after the checkpoint, in one transaction with a row of a commit ledger. Exactly once.
 *   <li>{@link #prepared}: as records come, into transactions that are prepared with the checkpoint and committed after it. Exactly once, for a
 *       MariaDB, or a PostgreSQL that keeps prepared transactions.
 *   <li>{@link #upsert}: by key, as records come. Exactly once where what is upstream is deterministic; readers may see older values on the way.
 *   <li>{@link #insert}: as records come. At least once.
 * </ul>
 *
 * <p>Each component of a record class goes to the column of its name in snake case ({@code flightNumber} to {@code flight_number}), unless it has a
 * {@link ColumnName} or the sink says otherwise. When a job starts, the table is held against that, and all that does not fit is reported.
 */
public final class JdbcSink {
    private JdbcSink() {}

    /**
     * Written after checkpoints: exactly once.
     *
     * @param table as it would stand in SQL: {@code totals}, {@code shop.totals}
     * @param type of the records, which are kept in checkpoints until they are written
     */
    public static <T> JdbcWriteAheadSink<T> writeAhead(Database database, String table, Class<T> type) {
        return new JdbcWriteAheadSink<>(TableOptions.of(database, table, type), null);
    }

    /**
     * Written as records come, prepared with checkpoints and committed after them: exactly once. Takes a MariaDB, or a PostgreSQL whose {@code
     * max_prepared_transactions} has room; {@link #writeAhead} asks for nothing, and is to be preferred unless an interval is too large for the
     * checkpoint store.
     *
     * @param table as it would stand in SQL: {@code totals}, {@code shop.totals}
     */
    public static <T> JdbcPreparedSink<T> prepared(Database database, String table, Class<T> type) {
        return new JdbcPreparedSink<>(TableOptions.of(database, table, type), false);
    }

    /**
     * Written by key as records come: idempotent. Needs {@link JdbcUpsertSink#key}.
     *
     * @param table as it would stand in SQL: {@code totals}, {@code shop.totals}
     */
    public static <T> JdbcUpsertSink<T> upsert(Database database, String table, Class<T> type) {
        return new JdbcUpsertSink<>(TableOptions.of(database, table, type), java.util.List.of());
    }

    /**
     * Inserted as records come: at least once.
     *
     * @param table as it would stand in SQL: {@code totals}, {@code shop.totals}
     */
    public static <T> JdbcInsertSink<T> insert(Database database, String table, Class<T> type) {
        return new JdbcInsertSink<>(TableOptions.of(database, table, type));
    }
}
