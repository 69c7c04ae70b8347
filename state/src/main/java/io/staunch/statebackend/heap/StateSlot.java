package io.staunch.statebackend.heap;

import org.jspecify.annotations.Nullable;

/** The current key's slot in the table of one state; looked up once for each selection. */
final class StateSlot {
    private final Selection selection;
    private final StateTable table;
    private long seen;
    private int slot;

    StateSlot(Selection selection, StateTable table) {
        this.selection = selection;
        this.table = table;
    }

    @Nullable
    Object value() {
        int found = slot();
        return found < 0 ? null : table.value(found);
    }

    void set(Object value) {
        int found = slot();
        if (found >= 0) {
            table.replace(found, value);
        } else {
            slot = table.insert(~found, selection.hash(), selection.key(), value);
        }
    }

    void clear() {
        int found = slot();
        if (found >= 0) {
            table.remove(found);
            seen = 0;
        }
    }

    /** Called after the table was changed other than through this slot. */
    void forget() {
        seen = 0;
    }

    private int slot() {
        return seen == selection.number() && seen != 0 ? slot : lookUp();
    }

    private int lookUp() {
        if (selection.number() == 0) {
            throw new IllegalStateException("keyed state was used where there is no current key");
        }
        slot = table.find(selection.hash(), selection.key());
        seen = selection.number();
        return slot;
    }
}
