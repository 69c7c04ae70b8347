package io.staunch.statebackend.heap;

import org.jspecify.annotations.Nullable;

/**
 * A hash table of one state: open addressing with linear probing, at most half full, removal by shifting back.
 *
 * <p>Hashes stand in a column of their own. Primitive keys are their hashes. Object keys stand beside their values, so that both are in
 * one cache line. A slot is empty if its value is null; its hash is 0 then, so that the value has to be looked at for two hashes only: the
 * wanted one and 0.
 */
final class StateTable {
    private static final int SMALLEST = 16;

    /** 0: values only; 1: each value behind its key. */
    private final int shift;

    private long[] hashes;
    private @Nullable Object[] slots;
    private int mask;
    private int size;

    StateTable(boolean objectKeys) {
        shift = objectKeys ? 1 : 0;
        hashes = new long[SMALLEST];
        slots = new Object[SMALLEST << shift];
        mask = SMALLEST - 1;
    }

    int size() {
        return size;
    }

    /** Slots are numbered from 0 to this, exclusively. */
    int capacity() {
        return mask + 1;
    }

    /** The slot of a key or, if it has none, the complement of the free slot where it would go. */
    int find(long hash, @Nullable Object key) {
        return shift == 0 ? findPrimitive(hash) : findObject(hash, key);
    }

    private int findPrimitive(long hash) {
        long[] column = hashes;
        @Nullable Object[] values = slots;
        for (int i = (int) hash & mask; ; i = (i + 1) & mask) {
            long found = column[i];
            if (found == hash && values[i] != null) {
                return i;
            }
            if (found == 0 && values[i] == null) {
                return ~i;
            }
        }
    }

    private int findObject(long hash, @Nullable Object key) {
        if (key == null) {
            throw new IllegalStateException("the current key is null, in a table of object keys");
        }
        long[] column = hashes;
        @Nullable Object[] pairs = slots;
        for (int i = (int) hash & mask; ; i = (i + 1) & mask) {
            long found = column[i];
            if (found == hash) {
                Object other = pairs[2 * i];
                if (other == key || key.equals(other)) {
                    return i;
                }
            }
            if (found == 0 && pairs[2 * i] == null) {
                return ~i;
            }
        }
    }

    boolean occupied(int slot) {
        return slots[(slot << shift) + shift] != null;
    }

    long hash(int slot) {
        return hashes[slot];
    }

    /** Null in a table of primitive keys. */
    @Nullable
    Object key(int slot) {
        return shift == 0 ? null : slots[slot << 1];
    }

    /** Null if the slot is empty. */
    @Nullable
    Object value(int slot) {
        return slots[(slot << shift) + shift];
    }

    void replace(int slot, Object value) {
        slots[(slot << shift) + shift] = value;
    }

    /**
     * Puts a key that is not there yet.
     *
     * @param free where {@link #find} said that it would go
     * @return its slot
     */
    int insert(int free, long hash, @Nullable Object key, Object value) {
        int slot = free;
        if (size >= (mask + 1) >>> 1) {
            resize((mask + 1) << 1);
            slot = ~find(hash, key);
        }
        put(slot, hash, key, value);
        size++;
        return slot;
    }

    private void put(int slot, long hash, @Nullable Object key, @Nullable Object value) {
        hashes[slot] = hash;
        if (shift != 0) {
            slots[slot << 1] = key;
        }
        slots[(slot << shift) + shift] = value;
    }

    /** Empties a slot, and moves back what had to step aside for it: other keys' slots change. */
    void remove(int slot) {
        int hole = slot;
        for (int i = (hole + 1) & mask; occupied(i); i = (i + 1) & mask) {
            int home = (int) hashes[i] & mask;
            // It may move to the hole unless its home lies behind the hole.
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                put(hole, hashes[i], key(i), value(i));
                hole = i;
            }
        }
        put(hole, 0, null, null);
        size--;
    }

    /** Makes room for this many more keys at once. */
    void reserve(int more) {
        int needed = mask + 1;
        while (size + (long) more > needed >>> 1) {
            needed = doubled(needed);
        }
        if (needed > mask + 1) {
            resize(needed);
        }
    }

    private int doubled(int capacity) {
        if (capacity >= 1 << (30 - shift)) {
            throw new IllegalStateException(
                    "a task can't hold more than " + (capacity >> 1) + " keys of a state: use more tasks");
        }
        return capacity << 1;
    }

    private void resize(int capacity) {
        long[] oldHashes = hashes;
        @Nullable Object[] old = slots;
        hashes = new long[capacity];
        slots = new Object[capacity << shift];
        mask = capacity - 1;
        for (int i = 0; i < oldHashes.length; i++) {
            Object value = old[(i << shift) + shift];
            if (value != null) {
                int free = (int) oldHashes[i] & mask;
                while (occupied(free)) {
                    free = (free + 1) & mask;
                }
                put(free, oldHashes[i], shift == 0 ? null : old[i << 1], value);
            }
        }
    }

    /** Reads what {@link #find} will read for these hashes, all at once. The result means nothing, but has to be kept. */
    long touch(long[] wanted, int count) {
        long[] column = hashes;
        @Nullable Object[] values = slots;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int slot = (int) wanted[i] & mask;
            sum += column[slot];
            Object value = values[(slot << shift) + shift];
            if (value != null
                    && value.getClass()
                            == StateTable.class) { // never so, but the value's own memory has to be read to know
                sum++;
            }
        }
        return sum;
    }
}
