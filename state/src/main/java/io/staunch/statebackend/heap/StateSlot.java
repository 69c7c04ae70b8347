package io.staunch.statebackend.heap;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The current key's slot in the table of one state; looked up once for each selection.
 *
 * <p>A value that can be changed in place is lent to the function that has read or set it, and is the state's own again when the next key is
 * looked up or a capture begins: then it is replaced by a copy. So no reference that was kept, and no other key or state that was given the
 * same object, can change what the state holds without its knowledge.
 *
 * <p>Each method asks by itself whether that was done, so that the JVM sees for each what is usual: a method that writes what was just read
 * gets compiled without the look-up, stays small, and is compiled into its caller, where the value need not become an object.
 */
final class StateSlot {
    private final Selection selection;
    private final StateTable table;
    private final @Nullable UnaryOperator<Object> own;
    private @Nullable UnaryOperator<Object> lent;
    private long seen;
    private long lookUps;
    private int slot;

    /** @param own makes of a value that was lent one that nobody else refers to; null if values never change */
    StateSlot(Selection selection, StateTable table, @Nullable UnaryOperator<Object> own) {
        this.selection = selection;
        this.table = table;
        this.own = own;
    }

    /** The value, to be given to a function: it counts as changed if it can be. */
    @Nullable
    Object value() {
        int found = current() ? slot : lookUp();
        if (found < 0) {
            return null;
        }
        if (own != null) {
            table.changing(found);
            lent = own;
        }
        return table.value(found);
    }

    /** The value, to be looked at only. */
    @Nullable
    Object peek() {
        int found = current() ? slot : lookUp();
        return found < 0 ? null : table.value(found);
    }

    /**
     * A part of the current key's value, which is there, is given to a function. Returns false if all of it was given away already.
     *
     * @param part makes of the whole value one of which nobody else refers to that part
     */
    boolean lend(UnaryOperator<Object> part) {
        table.changing(current() ? slot : lookUp());
        if (lent == null) {
            lent = part;
        }
        return lent == part;
    }

    /** Nobody may change any more what was lent. */
    void settle() {
        UnaryOperator<Object> again = lent;
        if (again != null) {
            lent = null;
            table.replace(slot, again.apply(table.value(slot)));
        }
    }

    /** The current key's value, which is there, is about to be changed in place. */
    void changing() {
        table.changing(current() ? slot : lookUp());
    }

    void set(Object value) {
        int found = current() ? slot : lookUp();
        if (found >= 0) {
            table.changing(found);
            table.replace(found, value);
        } else {
            slot = table.insert(~found, selection.hash(), selection.key(), value);
        }
        lent = own;
    }

    void clear() {
        int found = current() ? slot : lookUp();
        if (found >= 0) {
            lent = null;
            table.remove(found);
            seen = 0;
        }
    }

    /** Called after the table was changed other than through this slot. */
    void forget() {
        seen = 0;
    }

    /** How often it was looked up; only ever grows. */
    long lookUps() {
        return lookUps;
    }

    private boolean current() {
        return seen == selection.number() && seen != 0;
    }

    private int lookUp() {
        if (selection.number() == 0) {
            throw new IllegalStateException("keyed state was used where there is no current key");
        }
        settle();
        slot = table.find(selection.hash(), selection.key());
        seen = selection.number();
        lookUps++;
        return slot;
    }
}
