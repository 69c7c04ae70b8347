package io.staunch.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map for the current key. */
public interface MapState<K, V> {
    /** The value under a key of the map, or null. */
    @Nullable
    V get(K key);

    void put(K key, V value);

    void remove(K key);

    default boolean contains(K key) {
        return get(key) != null;
    }

    /** All entries, in the order in which their keys were first put, as an unmodifiable view valid until the map is changed or the function returns. */
    Map<K, V> entries();

    void clear();
}
