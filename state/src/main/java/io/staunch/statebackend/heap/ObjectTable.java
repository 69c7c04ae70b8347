package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values as objects. Hashes stand in a column of their own; object keys stand beside their values, so that both are in one cache line. A
 * slot is empty if its value is null; its hash is 0 then, so that the value is only looked at where the hash is the wanted one or 0.
 */
final class ObjectTable extends StateTable {
    /** 0: values only; 1: each value behind its key. */
    private final int shift;

    private final Codec<Object> codec;
    private long[] hashes;
    private @Nullable Object[] slots;

    ObjectTable(boolean objectKeys, Codec<Object> codec) {
        super(objectKeys ? 1 << 29 : 1 << 30, objectKeys);
        this.codec = codec;
        shift = objectKeys ? 1 : 0;
        hashes = new long[SMALLEST];
        slots = new Object[SMALLEST << shift];
    }

    @Override
    int find(long hash, @Nullable Object key) {
        return shift == 0 ? findPrimitive(hash) : findObject(hash, Objects.requireNonNull(key, "the current key"));
    }

    private int findPrimitive(long hash) {
        long[] column = hashes;
        @Nullable Object[] values = slots;
        int mask = mask();
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

    private int findObject(long hash, Object key) {
        long[] column = hashes;
        @Nullable Object[] pairs = slots;
        int mask = mask();
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

    @Override
    boolean occupied(int slot) {
        return slots[(slot << shift) + shift] != null;
    }

    @Override
    long occupiedOf(int word) {
        int first = word << 6;
        int end = Math.min(first + 64, capacity());
        long bits = 0;
        for (int i = first; i < end; i++) {
            bits |= (slots[(i << shift) + shift] == null ? 0L : 1L) << i;
        }
        return bits;
    }

    @Override
    long hash(int slot) {
        return hashes[slot];
    }

    @Override
    @Nullable
    Object key(int slot) {
        return shift == 0 ? null : slots[slot << 1];
    }

    @Override
    Object value(int slot) {
        return Objects.requireNonNull(slots[(slot << shift) + shift]);
    }

    @Override
    void write(int slot, Keys ofKeys, BytesOut out) {
        ofKeys.write(out, hash(slot), key(slot));
        codec.write(out, value(slot));
    }

    @Override
    void replace(int slot, Object value) {
        slots[(slot << shift) + shift] = value;
    }

    @Override
    void put(int slot, long hash, @Nullable Object key, Object value) {
        set(slot, hash, key, value);
    }

    @Override
    void move(int from, int to) {
        set(to, hashes[from], key(from), value(from));
    }

    @Override
    void empty(int slot) {
        set(slot, 0, null, null);
    }

    private void set(int slot, long hash, @Nullable Object key, @Nullable Object value) {
        hashes[slot] = hash;
        if (shift != 0) {
            slots[slot << 1] = key;
        }
        slots[(slot << shift) + shift] = value;
    }

    @Override
    void rehash(int before, int capacity) {
        long[] oldHashes = hashes;
        @Nullable Object[] old = slots;
        hashes = new long[capacity];
        slots = new Object[capacity << shift];
        for (int i = 0; i < before; i++) {
            Object value = old[(i << shift) + shift];
            if (value != null) {
                int free = (int) oldHashes[i] & mask();
                while (occupied(free)) {
                    free = (free + 1) & mask();
                }
                put(free, oldHashes[i], shift == 0 ? null : old[i << 1], value);
                changes().rehashed(i, free);
            }
        }
    }

    /** First the columns and then the objects: where a processor has to guess whether there is one, it would wait for the column. */
    @Override
    long touch(long[] wanted, int from, int count) {
        long[] column = hashes;
        @Nullable Object[] values = slots;
        int mask = mask();
        long sum = 0;
        for (int i = from; i < from + count; i++) {
            int slot = (int) wanted[i] & mask;
            sum += column[slot] + (values[(slot << shift) + shift] == null ? 1 : 0);
        }
        for (int i = from; i < from + count; i++) {
            Object value = values[(((int) wanted[i] & mask) << shift) + shift];
            // Never so, but the value's own memory has to be read to know.
            if (value != null && value.getClass() == ObjectTable.class) {
                sum++;
            }
        }
        return sum;
    }
}
