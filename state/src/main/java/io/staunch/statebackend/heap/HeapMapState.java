package io.staunch.statebackend.heap;

import io.staunch.state.MapState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key without entries is not in the table. */
final class HeapMapState<K, V> implements MapState<K, V> {
    private final StateSlot slot;

    HeapMapState(StateSlot slot) {
        this.slot = slot;
    }

    @Override
    public @Nullable V get(K key) {
        Map<K, V> map = map();
        return map == null ? null : map.get(key);
    }

    @Override
    public void put(K key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        Map<K, V> map = map();
        if (map == null) {
            map = new LinkedHashMap<>();
            slot.set(map);
        } else {
            slot.changing();
        }
        map.put(key, value);
    }

    @Override
    public void remove(K key) {
        Map<K, V> map = map();
        if (map == null || !map.containsKey(key)) {
            return;
        }
        slot.changing();
        map.remove(key);
        if (map.isEmpty()) {
            slot.clear();
        }
    }

    @Override
    public Map<K, V> entries() {
        Map<K, V> map = map();
        return map == null ? Map.of() : Collections.unmodifiableMap(map);
    }

    @Override
    public void clear() {
        slot.clear();
    }

    @SuppressWarnings("unchecked") // the table holds what put() put there
    private @Nullable Map<K, V> map() {
        return (Map<K, V>) slot.value();
    }
}
