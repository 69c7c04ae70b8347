package io.staunch.testkit.table;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One statement that changes a table.
 *
 * @param kind what it does
 * @param table the table's name
 * @param key of the row, compared by {@code equals}; null exactly for {@code APPEND}
 * @param row what the row is to hold; null exactly for {@code DELETE}
 */
public record Write(
        Kind kind,
        String table,
        @Nullable Object key,
        @Nullable Object row) {
    /** What a statement does. */
    public enum Kind {
        /** Adds a row whose key must not be there. */
        INSERT(TableKind.KEYED),
        /** Adds or replaces a row. */
        UPSERT(TableKind.KEYED),
        /** Replaces a row if it is there. */
        UPDATE(TableKind.KEYED),
        /** Removes a row if it is there. */
        DELETE(TableKind.KEYED),
        /** Adds a row to an append-only table. */
        APPEND(TableKind.APPEND_ONLY);

        private final TableKind table;

        Kind(TableKind table) {
            this.table = table;
        }

        TableKind table() {
            return table;
        }
    }

    public Write {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(table, "table");
        if ((key == null) != (kind == Kind.APPEND) || (row == null) != (kind == Kind.DELETE)) {
            throw new IllegalArgumentException(kind + " into " + table + " with key " + key + " and row " + row);
        }
    }

    public static Write insert(String table, Object key, Object row) {
        return new Write(Kind.INSERT, table, key, row);
    }

    public static Write upsert(String table, Object key, Object row) {
        return new Write(Kind.UPSERT, table, key, row);
    }

    public static Write update(String table, Object key, Object row) {
        return new Write(Kind.UPDATE, table, key, row);
    }

    public static Write delete(String table, Object key) {
        return new Write(Kind.DELETE, table, key, null);
    }

    public static Write append(String table, Object row) {
        return new Write(Kind.APPEND, table, null, row);
    }
}
