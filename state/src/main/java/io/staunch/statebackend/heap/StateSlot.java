package io.staunch.statebackend.heap;

import org.jspecify.annotations.Nullable;

/**
 * The current key's slot in the table of one state; looked up once for each selection.
 *
 * <p>Each method asks by itself whether that was done, so that the JVM sees for each what is usual: a method that writes what was just read
 * gets compiled without the look-up, stays small, and is compiled into its caller, where the value need not become an object.
 */
final class StateSlot {
    private final Selection selection;
    private final StateTable table;
    private final Changes changes;
    private final boolean mutable;
    private long seen;
    private int slot;

    /** @param mutable whether what is read may be changed in place, so that it counts as changed */
    StateSlot(Selection selection, StateTable table, boolean mutable) {
        this.selection = selection;
        this.table = table;
        this.changes = table.changes();
        this.mutable = mutable;
    }

    @Nullable
    Object value() {
        int found = current() ? slot : lookUp();
        if (found < 0) {
            return null;
        }
        if (mutable) {
            changes.mark(found);
        }
        return table.value(found);
    }

    /** The current key's value was changed in place. */
    void changed() {
        changes.mark(current() ? slot : lookUp());
    }

    void set(Object value) {
        int found = current() ? slot : lookUp();
        if (found >= 0) {
            table.replace(found, value);
            changes.mark(found);
        } else {
            slot = table.insert(~found, selection.hash(), selection.key(), value);
        }
    }

    void clear() {
        int found = current() ? slot : lookUp();
        if (found >= 0) {
            table.remove(found);
            seen = 0;
        }
    }

    /** Called after the table was changed other than through this slot. */
    void forget() {
        seen = 0;
    }

    private boolean current() {
        return seen == selection.number() && seen != 0;
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
