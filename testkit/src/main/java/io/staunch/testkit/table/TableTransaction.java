package io.staunch.testkit.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction that is open or prepared: what it will change, and the rows that it holds. */
final class TableTransaction {
    private final Map<RowId, Pending> rows = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Set<RowId> locks = new HashSet<>();
    private final Backend backend;
    private @Nullable PreparedTransaction prepared;

    TableTransaction(Backend backend) {
        this.backend = backend;
    }

    /** Whose session has begun it. */
    Backend backend() {
        return backend;
    }

    /** As what it was prepared, or null. */
    @Nullable
    PreparedTransaction prepared() {
        return prepared;
    }

    void prepare(PreparedTransaction as) {
        prepared = as;
    }

    Set<RowId> locks() {
        return locks;
    }

    /** Everything that it has changed, in order. */
    List<Change> changes() {
        return changes;
    }

    /** Changes a row that it holds; null removes it. */
    void put(RowId id, @Nullable Object row) {
        rows.put(id, new Pending(row));
        changes.add(new Change(id.table(), id.key(), row));
    }

    void append(Table table, Object row) {
        changes.add(new Change(table, null, row));
    }

    /** The row as the transaction itself sees it, or null. */
    @Nullable
    Object visible(RowId id) {
        Pending own = rows.get(id);
        return own == null ? id.table().row(id.key()) : own.row();
    }

    /** Whether it will remove the row. */
    boolean removes(RowId id) {
        Pending own = rows.get(id);
        return own != null && own.row() == null;
    }

    @Override
    public String toString() {
        return prepared == null ? "a transaction of " + backend : "prepared transaction '" + prepared.id() + "'";
    }

    /** What a row is to hold; null if it is to be removed. */
    private record Pending(@Nullable Object row) {}

    /** A row that is added or replaced; one that is removed has none. */
    record Change(
            Table table, @Nullable Object key, @Nullable Object row) {}
}
