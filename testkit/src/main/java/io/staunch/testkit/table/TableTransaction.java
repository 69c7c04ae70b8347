package io.staunch.testkit.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction that is open or prepared: what it will change, and the rows that it holds. */
final class TableTransaction {
    private final Map<RowId, Pending> rows = new LinkedHashMap<>();
    private final List<Appended> appended = new ArrayList<>();
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

    Map<RowId, Pending> rows() {
        return rows;
    }

    List<Appended> appended() {
        return appended;
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

    boolean changesNothing() {
        return rows.isEmpty() && appended.isEmpty();
    }

    @Override
    public String toString() {
        return prepared == null ? "a transaction of " + backend : "prepared transaction '" + prepared.id() + "'";
    }

    /** What a row is to hold; null if it is to be removed. */
    record Pending(@Nullable Object row) {}

    /** A row to be added. */
    record Appended(Table table, Object row) {}
}
