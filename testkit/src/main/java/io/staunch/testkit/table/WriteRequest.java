package io.staunch.testkit.table;

import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.Write.Kind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out writes one after the other. While it waits for a row it holds those of the writes before. */
final class WriteRequest implements Request {
    private final List<Write> writes;
    private final Place place;
    private int next;
    private int changed;

    WriteRequest(List<Write> writes, Place place) {
        this.writes = writes;
        this.place = place;
    }

    /** How many rows were added, replaced or removed. */
    int changed() {
        return changed;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public @Nullable TableTransaction goOn(Backend backend) {
        TableTransaction transaction = backend.transaction();
        while (next < writes.size()) {
            backend.requireRoom();
            TableTransaction holder = carryOut(writes.get(next), transaction, backend.storage());
            if (holder != null) {
                return holder;
            }
            next++;
        }
        backend.statementDone(place);
        return null;
    }

    private @Nullable TableTransaction carryOut(Write write, TableTransaction transaction, Storage storage) {
        Table table = storage.table(write.table(), write.kind().table());
        if (write.kind() == Kind.APPEND) {
            transaction.append(table, Objects.requireNonNull(write.row(), "row"));
            changed++;
            return null;
        }
        var id = new RowId(table, Objects.requireNonNull(write.key(), "key"));
        TableTransaction holder = storage.otherHolder(id, transaction);
        boolean there = transaction.visible(id) != null;
        switch (write.kind()) {
            case INSERT -> {
                if (there && (holder == null || !holder.removes(id))) {
                    throw new DatabaseException(Reason.DUPLICATE_KEY, id.toString());
                }
            }
            case UPDATE, DELETE -> {
                if (!there) {
                    return null;
                }
            }
            case UPSERT, APPEND -> {}
        }
        if (holder != null) {
            return holder;
        }
        storage.hold(id, transaction);
        transaction.put(id, write.row());
        changed++;
        return null;
    }
}
