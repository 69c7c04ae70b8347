package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map from longs to records of primitives, kept as a ring of rows: the key and then the fields. Only for keys that are put in ascending
 * order, which is the order of the rows and, so, the one in which they were first put; keys are found by halving. An entry takes as many longs as it has fields and
 * one more, where one of a hash map takes four objects. Each reading makes a new record.
 */
final class FlatMap extends AbstractMap<Object, Object> {
    private static final int MOST_MOVED = 64;

    private final MapLayout.Rows kind;

    /** A power of two of rows. */
    private long[] rows;

    private int mask;
    private int first;
    private int count;
    private int changes;

    FlatMap(MapLayout.Rows kind) {
        this.kind = kind;
        rows = new long[stride()];
    }

    private int stride() {
        return kind.fields() + 1;
    }

    /** Puts an entry, unless its key would have to stand between others or before them. Returns whether it did. */
    boolean append(long key, Object value) {
        if (count > 0 && key <= key(count - 1)) {
            int found = find(key);
            if (found < 0) {
                return false;
            }
            kind.layout().write(rows, at(found) + 1, value);
            return true;
        }
        if (count > mask) {
            grow();
        }
        changes++;
        int at = at(count++);
        rows[at] = key;
        kind.layout().write(rows, at + 1, value);
        return true;
    }

    private void grow() {
        int capacity = mask + 1;
        int stride = stride();
        long[] larger = new long[2 * rows.length];
        int untilEnd = (capacity - first) * stride;
        System.arraycopy(rows, first * stride, larger, 0, untilEnd);
        System.arraycopy(rows, 0, larger, untilEnd, first * stride);
        rows = larger;
        mask = 2 * capacity - 1;
        first = 0;
    }

    /** Where an entry's row begins. */
    private int at(int index) {
        return ((first + index) & mask) * stride();
    }

    private long key(int index) {
        return rows[at(index)];
    }

    private Object value(int index) {
        return kind.layout().read(rows, at(index) + 1);
    }

    /** The place of a key among the entries, or -1. Looks at both ends first, where old and new ones are. */
    private int find(long key) {
        int low = 0;
        int high = count - 1;
        if (high < 0 || key < key(0) || key > key(high)) {
            return -1;
        }
        if (key == key(0)) {
            return 0;
        }
        if (key == key(high)) {
            return high;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = key(middle);
            if (found == key) {
                return middle;
            }
            if (found < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int find(@Nullable Object key) {
        return key instanceof Long number ? find(number.longValue()) : -1;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return find(key) >= 0;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        int found = find(key);
        return found < 0 ? null : value(found);
    }

    @Override
    public @Nullable Object remove(@Nullable Object key) {
        int found = find(key);
        if (found < 0) {
            return null;
        }
        Object value = value(found);
        remove(found);
        return value;
    }

    /** Moves what is before or behind it, whichever is less. */
    private void remove(int index) {
        if (index < count / 2) {
            for (int i = index; i > 0; i--) {
                System.arraycopy(rows, at(i - 1), rows, at(i), stride());
            }
            first = (first + 1) & mask;
        } else {
            for (int i = index + 1; i < count; i++) {
                System.arraycopy(rows, at(i), rows, at(i - 1), stride());
            }
        }
        count--;
        changes++;
    }

    /** Whether taking the entry of this key out would move many others. */
    boolean isFarInside(Object key) {
        int found = find(key);
        return Math.min(found, count - 1 - found) > MOST_MOVED;
    }

    /** The same entries in a hashed map, which takes the place of this one: whoever is looking through this one is told. */
    Map<Object, Object> hashed() {
        changes++;
        return new LinkedHashMap<>(this);
    }

    /** As {@link ElementsCodec.OfMap} writes a map. */
    void write(BytesOut out) {
        out.writeVarInt(count);
        for (int i = 0; i < count; i++) {
            int at = at(i);
            out.writeZigZag(rows[at]);
            kind.encoding().write(out, rows, at + 1);
        }
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return count;
            }

            @Override
            public Iterator<Map.Entry<Object, Object>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<Object, Object>> {
        private final int changesBefore = changes;
        private final int end = count;
        private int next;

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public Map.Entry<Object, Object> next() {
            if (next >= end) {
                throw new NoSuchElementException();
            }
            if (changes != changesBefore) {
                throw new ConcurrentModificationException();
            }
            int index = next++;
            return Map.entry(key(index), value(index));
        }
    }
}
