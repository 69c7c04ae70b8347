package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.keys.KeyHash;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that are records of primitives, taken apart: a row of longs for each slot, the hash and then the fields, so that an access
 * is one cache line, a change allocates nothing that stays, and the garbage collector has nothing to look at. Each reading makes a new
 * record.
 *
 * <p>A slot is empty if its hash is 0, except that one slot may hold a key whose hash is 0.
 */
final class FlatTable extends StateTable {
    private static final int NO_SLOT = -1;

    private final FlatLayout layout;
    private final FlatEncoding encoding;
    private final int stride;
    private long[] rows;
    private @Nullable Object @Nullable [] keys;
    private int zero = NO_SLOT;

    /** @param type a class that {@link FlatLayouts} fits */
    FlatTable(Class<?> type, boolean objectKeys) {
        super(Integer.highestOneBit((Integer.MAX_VALUE - 8) / (FlatLayouts.fields(type) + 1)), objectKeys);
        layout = FlatLayouts.of(type);
        encoding = FlatEncoding.of(type);
        stride = FlatLayouts.fields(type) + 1;
        rows = new long[SMALLEST * stride];
        keys = objectKeys ? new Object[SMALLEST] : null;
    }

    @Override
    int find(long hash, @Nullable Object key) {
        @Nullable Object[] objects = keys;
        return objects == null
                ? findPrimitive(hash)
                : findObject(hash, objects, Objects.requireNonNull(key, "the current key"));
    }

    private int findPrimitive(long hash) {
        long[] all = rows;
        int mask = mask();
        for (int i = (int) hash & mask; ; i = (i + 1) & mask) {
            long found = all[i * stride];
            if (found == hash && (hash != 0 || i == zero)) {
                return i;
            }
            if (found == 0 && i != zero) {
                return ~i;
            }
        }
    }

    private int findObject(long hash, @Nullable Object[] objects, Object key) {
        long[] all = rows;
        int mask = mask();
        for (int i = (int) hash & mask; ; i = (i + 1) & mask) {
            long found = all[i * stride];
            if (found == hash) {
                Object other = objects[i];
                if (other == key || key.equals(other)) {
                    return i;
                }
            }
            if (found == 0 && objects[i] == null) {
                return ~i;
            }
        }
    }

    @Override
    boolean occupied(int slot) {
        return keys == null ? rows[slot * stride] != 0 || slot == zero : keys[slot] != null;
    }

    @Override
    long occupiedOf(int word) {
        int first = word << 6;
        int end = Math.min(first + 64, capacity());
        return keys == null ? occupiedByHash(first, end) : occupiedByKey(first, end, keys);
    }

    private long occupiedByHash(int first, int end) {
        long[] all = rows;
        long bits = 0;
        int at = first * stride;
        for (int i = first; i < end; i++, at += stride) {
            long hash = all[at];
            bits |= ((hash | -hash) >>> 63) << i;
        }
        return zero >= first && zero < end ? bits | 1L << zero : bits;
    }

    private static long occupiedByKey(int first, int end, @Nullable Object[] objects) {
        long bits = 0;
        for (int i = first; i < end; i++) {
            bits |= (objects[i] == null ? 0L : 1L) << i;
        }
        return bits;
    }

    @Override
    long hash(int slot) {
        return rows[slot * stride];
    }

    @Override
    @Nullable
    Object key(int slot) {
        return keys == null ? null : keys[slot];
    }

    @Override
    Object value(int slot) {
        return layout.read(rows, slot * stride + 1);
    }

    /** What {@link Keys} does for a primitive key is done here with the fields, at once: a capture spends most of its time on this. */
    @Override
    void write(int slot, Keys ofKeys, BytesOut out) {
        int at = slot * stride;
        if (keys == null && encoding.signedOnly()) {
            out.writeZigZags(KeyHash.toLong(rows[at]), rows, at + 1, stride - 1);
        } else {
            ofKeys.write(out, rows[at], key(slot));
            encoding.write(out, rows, at + 1);
        }
    }

    @Override
    void replace(int slot, Object value) {
        layout.write(rows, slot * stride + 1, value);
    }

    @Override
    void put(int slot, long hash, @Nullable Object key, Object value) {
        layout.write(rows, slot * stride + 1, value);
        set(slot, hash, key);
    }

    @Override
    void move(int from, int to) {
        System.arraycopy(rows, from * stride, rows, to * stride, stride);
        set(to, hash(from), key(from));
    }

    @Override
    void empty(int slot) {
        rows[slot * stride] = 0;
        if (keys != null) {
            keys[slot] = null;
        }
        if (slot == zero) {
            zero = NO_SLOT;
        }
    }

    private void set(int slot, long hash, @Nullable Object key) {
        rows[slot * stride] = hash;
        if (keys != null) {
            keys[slot] = key;
        } else if (hash == 0) {
            zero = slot;
        }
    }

    @Override
    void rehash(int before, int capacity) {
        long[] old = rows;
        @Nullable Object[] oldKeys = keys;
        int oldZero = zero;
        rows = new long[capacity * stride];
        keys = oldKeys == null ? null : new Object[capacity];
        zero = NO_SLOT;
        for (int i = 0; i < before; i++) {
            long hash = old[i * stride];
            boolean occupied = oldKeys == null ? hash != 0 || i == oldZero : oldKeys[i] != null;
            if (occupied) {
                int free = (int) hash & mask();
                while (occupied(free)) {
                    free = (free + 1) & mask();
                }
                System.arraycopy(old, i * stride, rows, free * stride, stride);
                set(free, hash, oldKeys == null ? null : oldKeys[i]);
                changes().rehashed(i, free);
            }
        }
    }

    @Override
    long touch(long[] wanted, int from, int count) {
        long[] all = rows;
        int mask = mask();
        long sum = 0;
        for (int i = from; i < from + count; i++) {
            int first = ((int) wanted[i] & mask) * stride;
            sum += all[first] + all[first + stride - 1]; // a row may lie on two cache lines
        }
        return keys == null ? sum : sum + touchKeys(wanted, from, count, keys);
    }

    private long touchKeys(long[] wanted, int from, int count, @Nullable Object[] objects) {
        int mask = mask();
        long sum = 0;
        for (int i = from; i < from + count; i++) {
            Object key = objects[(int) wanted[i] & mask];
            // Never so, but the key's own memory has to be read to know.
            if (key != null && key.getClass() == FlatTable.class) {
                sum++;
            }
        }
        return sum;
    }
}
