package io.staunch.testkit.table;

import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.TableTransaction.Change;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tables, and who holds which row. What is committed is on disk; nothing here is lost by a restart but what was not. */
final class Storage {
    private final Map<String, Table> tables = new TreeMap<>();
    private final Map<RowId, TableTransaction> holders = new HashMap<>();
    private long commits;

    @Nullable
    Table find(String name) {
        return tables.get(name);
    }

    /** A table that must be there and of that kind. */
    Table table(String name, TableKind kind) {
        Table found = tables.get(name);
        if (found == null) {
            throw new DatabaseException(Reason.UNKNOWN_TABLE, name);
        }
        if (found.kind() != kind) {
            throw new DatabaseException(Reason.WRONG_KIND, name + " is " + found.kind());
        }
        return found;
    }

    void add(Table table) {
        tables.put(table.name(), table);
    }

    void drop(String name) {
        Table dropped = tables.get(name);
        if (holders.keySet().stream().anyMatch(id -> id.table() == dropped)) {
            throw new IllegalStateException("a transaction holds rows of " + name);
        }
        tables.remove(name);
    }

    /** Who else holds the row, or null. */
    @Nullable
    TableTransaction otherHolder(RowId id, TableTransaction me) {
        TableTransaction holder = holders.get(id);
        return holder == me ? null : holder;
    }

    void hold(RowId id, TableTransaction transaction) {
        TableTransaction before = holders.putIfAbsent(id, transaction);
        if (before != null && before != transaction) {
            throw new IllegalStateException(id + " is held by " + before);
        }
        transaction.locks().add(id);
    }

    /** Everything that it changes becomes visible at once. */
    void commit(TableTransaction transaction) {
        if (!transaction.changes().isEmpty()) {
            commits++;
            int process = transaction.backend().client().number();
            int execution = transaction.backend().execution();
            for (Change each : transaction.changes()) {
                each.table().apply(new CommittedChange(commits, each.key(), each.row(), process, execution));
            }
        }
        release(transaction);
    }

    void rollBack(TableTransaction transaction) {
        release(transaction);
    }

    private void release(TableTransaction transaction) {
        transaction.locks().forEach(holders::remove);
        transaction.locks().clear();
    }
}
