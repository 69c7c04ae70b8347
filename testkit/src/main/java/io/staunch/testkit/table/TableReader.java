package io.staunch.testkit.table;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who sees what becomes visible in a table and has nothing to do with those who write: rows of an append-only table in the order
 * of commits, or the versions of each key. Owned by the thread that runs the world.
 */
public final class TableReader {
    private final SimulatedDatabase database;
    private final String table;
    private @Nullable Table before;
    private int place;

    public TableReader(SimulatedDatabase database, String table) {
        this.database = database;
        this.table = table;
    }

    /** Hands over what has become visible since the last call; nothing as long as there is no such table, and one that was made anew from its beginning. */
    public void read(Consumer<CommittedChange> into) {
        Table found = database.storage().find(table);
        if (found == null) {
            return;
        }
        if (found != before) {
            before = found;
            place = 0;
        }
        List<CommittedChange> changes = found.changes();
        while (place < changes.size()) {
            into.accept(changes.get(place));
            place++;
        }
    }
}
