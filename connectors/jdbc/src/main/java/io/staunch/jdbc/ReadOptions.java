package io.staunch.jdbc;

import io.staunch.source.OnBadRecord;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is read and how.
 *
 * @param id column of the id
 * @param time column of the time; null to read by id alone
 * @param where a condition of SQL that rows must meet; null for all rows
 * @param onBad what becomes of a row that can't be a record
 */
record ReadOptions<T>(
        Database database,
        String table,
        Columns<T> columns,
        @Nullable String id,
        @Nullable String time,
        @Nullable String where,
        int splits,
        Duration settle,
        Duration pollEvery,
        OnBadRecord onBad)
        implements Serializable {
    ReadOptions<T> with(Columns<T> other) {
        return new ReadOptions<>(database, table, other, id, time, where, splits, settle, pollEvery, onBad);
    }

    ReadOptions<T> by(@Nullable String timeColumn, String idColumn) {
        return new ReadOptions<>(
                database, table, columns, idColumn, timeColumn, where, splits, settle, pollEvery, onBad);
    }

    ReadOptions<T> where(String condition) {
        return new ReadOptions<>(database, table, columns, id, time, condition, splits, settle, pollEvery, onBad);
    }

    ReadOptions<T> splits(int number) {
        return new ReadOptions<>(database, table, columns, id, time, where, number, settle, pollEvery, onBad);
    }

    ReadOptions<T> settle(Duration limit) {
        return new ReadOptions<>(database, table, columns, id, time, where, splits, limit, pollEvery, onBad);
    }

    ReadOptions<T> pollEvery(Duration pause) {
        return new ReadOptions<>(database, table, columns, id, time, where, splits, settle, pause, onBad);
    }

    ReadOptions<T> onBad(OnBadRecord policy) {
        return new ReadOptions<>(database, table, columns, id, time, where, splits, settle, pollEvery, policy);
    }

    boolean byTime() {
        return time != null;
    }

    String splitId(int number) {
        return table + ", rows " + number + " of " + splits;
    }

    String description() {
        return "table " + table + " at " + database.place();
    }
}
