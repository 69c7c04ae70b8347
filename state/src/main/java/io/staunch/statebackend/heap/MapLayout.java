package io.staunch.statebackend.heap;

import io.staunch.state.StateDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the maps of a state are kept: from longs to records of primitives as a {@link FlatMap}, for as long as keys come in ascending order and go from the ends, which
 * times mostly do; any others hashed.
 */
final class MapLayout {
    /** Null if keys and values are hashed. */
    private final @Nullable Rows rows;

    private MapLayout(@Nullable Rows rows) {
        this.rows = rows;
    }

    /**
     * How the rows of flat maps look.
     *
     * @param fields how many longs a value takes
     */
    record Rows(FlatLayout layout, FlatEncoding encoding, int fields) {
        /** Of a class that {@link FlatLayouts} fits. */
        static Rows of(Class<?> values) {
            return new Rows(FlatLayouts.of(values), FlatEncoding.of(values), FlatLayouts.fields(values));
        }
    }

    /** @param state of kind MAP */
    static MapLayout of(StateDescriptor state) {
        boolean fits = state.types().get(0) == Long.class
                && state.types().get(1) instanceof Class<?> values
                && FlatLayouts.fits(values);
        return new MapLayout(fits ? Rows.of((Class<?>) state.types().get(1)) : null);
    }

    Map<Object, Object> empty() {
        return rows == null ? new LinkedHashMap<>() : new FlatMap(rows);
    }

    /** Puts an entry. Returns the map that has all entries from now on. */
    static Map<Object, Object> put(Map<Object, Object> map, Object key, Object value) {
        if (map instanceof FlatMap rows) {
            if (rows.append((Long) key, value)) {
                return rows;
            }
            Map<Object, Object> hashed = rows.hashed();
            hashed.put(key, value);
            return hashed;
        }
        map.put(key, value);
        return map;
    }

    /** Takes an entry out, which is there. Returns the map that has all others from now on. */
    static Map<Object, Object> remove(Map<Object, Object> map, Object key) {
        Map<Object, Object> after = map instanceof FlatMap rows && rows.isFarInside(key) ? rows.hashed() : map;
        after.remove(key);
        return after;
    }
}
