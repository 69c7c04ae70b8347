package io.staunch.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that is broadcast, as those see it who read it: each task has a copy of its own, to which all changes come in the one order in which they were made. Keys and
 * values are shared with other tasks, and are not to be changed. To be read while a record or a timer is processed.
 */
public interface BroadcastState<K, V> {
    /** The value under a key of the table, or null. */
    @Nullable
    V get(K key);

    default boolean contains(K key) {
        return get(key) != null;
    }

    /** All entries, in the order in which their keys were first put, as an unmodifiable view valid until the function returns. */
    Map<K, V> entries();
}
