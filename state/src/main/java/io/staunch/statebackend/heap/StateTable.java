package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of one state: open addressing with linear probing over a power of two of slots, removal by shifting back. The home of a
 * key is given by its hash's lower bits; the upper ones have chosen its key group. A primitive key is known by its hash alone.
 *
 * <p>There are two, by how values are kept. Keeping them apart from what they have in common costs nothing: with two loaded classes the
 * JVM inlines both.
 */
abstract class StateTable {
    static final int SMALLEST = 16;

    /** Is shown what a capture has still to write before it changes. */
    interface LastLook {
        /** The frozen entry in this slot is about to change, to move or to go. */
        void changing(int slot);
    }

    private final int largest;
    private final Changes changes;
    private @Nullable LastLook lastLook;
    private int mask = SMALLEST - 1;
    private int size;

    /**
     * @param largest number of slots that the table's arrays allow
     * @param objectKeys whether keys are kept
     */
    StateTable(int largest, boolean objectKeys) {
        this.largest = largest;
        this.changes = new Changes(SMALLEST, objectKeys);
    }

    /** Before the first capture: who writes captures of this table. */
    final void lastLook(LastLook look) {
        lastLook = look;
    }

    /** What has changed since the last capture began. */
    final Changes changes() {
        return changes;
    }

    /** The slot of a key or, if it has none, the complement of the free slot where it would go. */
    abstract int find(long hash, @Nullable Object key);

    abstract boolean occupied(int slot);

    /**
     * A bit for each occupied slot of a {@link Bits} word. At once and without a branch for each, since which slots are occupied is
     * nothing that a processor could guess.
     */
    abstract long occupiedOf(int word);

    abstract long hash(int slot);

    /** Null in a table of primitive keys. */
    abstract @Nullable Object key(int slot);

    /** The value in an occupied slot. */
    abstract Object value(int slot);

    /** Writes the key and the value in an occupied slot. */
    abstract void write(int slot, Keys codec, BytesOut out);

    /** Puts another value in an occupied slot; {@link #changing} comes first, unless nothing was captured yet. */
    abstract void replace(int slot, Object value);

    /** Reads what {@link #find} and {@link #value} will read for these hashes, so many from one place on, all at once. The result has to be kept, and means nothing. */
    abstract long touch(long[] wanted, int from, int count);

    /** Fills a free slot. */
    abstract void put(int slot, long hash, @Nullable Object key, Object value);

    /** Fills a free slot with what another one holds. */
    abstract void move(int from, int to);

    abstract void empty(int slot);

    /** Takes everything to new arrays of this many slots; {@link #capacity} is already the new one. Tells {@link Changes#rehashed}. */
    abstract void rehash(int before, int capacity);

    final int mask() {
        return mask;
    }

    final int size() {
        return size;
    }

    /** Slots are numbered from 0 to this, exclusively. */
    final int capacity() {
        return mask + 1;
    }

    /** The value in the slot is about to change, or may be changed in place from here on. */
    final void changing(int slot) {
        look(slot);
        changes.mark(slot);
    }

    private void look(int slot) {
        if (changes.frozen(slot)) {
            Objects.requireNonNull(lastLook).changing(slot);
        }
    }

    /**
     * Puts a key that is not there yet.
     *
     * @param free where {@link #find} said that it would go
     * @return its slot
     */
    final int insert(int free, long hash, @Nullable Object key, Object value) {
        int slot = free;
        if (full(size + 1L, capacity())) {
            reserve(1);
            slot = ~find(hash, key);
        }
        put(slot, hash, key, value);
        changes.inserted(slot);
        size++;
        return slot;
    }

    /** Empties a slot, and moves back what had to step aside for it: other keys' slots change. */
    final void remove(int slot) {
        look(slot);
        changes.removed(hash(slot), key(slot), size);
        int hole = slot;
        for (int i = (hole + 1) & mask; occupied(i); i = (i + 1) & mask) {
            int home = (int) hash(i) & mask;
            // It may move to the hole unless its home lies behind the hole.
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                look(i);
                empty(hole);
                move(i, hole);
                changes.moved(i, hole);
                hole = i;
            }
        }
        empty(hole);
        changes.emptied(hole);
        size--;
    }

    /** Makes room for this many more keys at once. */
    final void reserve(int more) {
        int needed = capacity();
        while (full((long) size + more, needed)) {
            if (needed >= largest) {
                throw new IllegalStateException(
                        "a task can't hold more than " + size + " keys of a state on the heap: use more tasks");
            }
            needed <<= 1;
        }
        if (needed > capacity()) {
            int before = capacity();
            mask = needed - 1;
            changes.grow(needed);
            rehash(before, needed);
            changes.grown();
        }
    }

    /** Whether there are too many keys: more than 9 of 16 slots. */
    private static boolean full(long keys, int capacity) {
        return keys * 16 > capacity * 9L;
    }
}
