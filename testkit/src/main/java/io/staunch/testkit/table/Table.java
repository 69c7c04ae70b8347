package io.staunch.testkit.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One table: what is committed, and how it came to be. Equal to itself only, since a name may be used again. */
final class Table {
    private final String name;
    private final String id;
    private final TableKind kind;
    private final Map<Object, Object> rows = new LinkedHashMap<>();
    private final List<CommittedChange> changes = new ArrayList<>();

    Table(String name, String id, TableKind kind) {
        this.name = name;
        this.id = id;
        this.kind = kind;
    }

    String name() {
        return name;
    }

    /** Identity, which another table of the same name does not have. */
    String id() {
        return id;
    }

    TableKind kind() {
        return kind;
    }

    /** The committed row of a key, or null. */
    @Nullable
    Object row(Object key) {
        return rows.get(key);
    }

    Map<Object, Object> rows() {
        return rows;
    }

    /** In the order of commits. */
    List<CommittedChange> changes() {
        return changes;
    }

    void apply(CommittedChange change) {
        changes.add(change);
        Object key = change.key();
        if (key == null) {
            return;
        }
        if (change.row() == null) {
            rows.remove(key);
        } else {
            rows.put(key, change.row());
        }
    }
}
