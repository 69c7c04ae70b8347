package io.staunch.testkit.table;

import org.jspecify.annotations.Nullable;

/**
 * Looks at one row, as it is committed or as the own transaction has left it. One that takes the row waits for whoever holds it, and then
 * sees what that one has committed; a row that is not there yet can't be taken.
 */
final class ReadRequest implements Request {
    private final String table;
    private final Object key;
    private final boolean forUpdate;
    private final Place place;
    private @Nullable Object row;

    ReadRequest(String table, Object key, boolean forUpdate, Place place) {
        this.table = table;
        this.key = key;
        this.forUpdate = forUpdate;
        this.place = place;
    }

    @Nullable
    Object row() {
        return row;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public @Nullable TableTransaction goOn(Backend backend) {
        TableTransaction transaction = backend.transaction();
        Storage storage = backend.storage();
        var id = new RowId(storage.table(table, TableKind.KEYED), key);
        row = transaction.visible(id);
        if (forUpdate && row != null) {
            TableTransaction holder = storage.otherHolder(id, transaction);
            if (holder != null) {
                return holder;
            }
            storage.hold(id, transaction);
        }
        backend.statementDone(place);
        return null;
    }
}
