package io.staunch.statebackend.heap;

import io.staunch.state.MapState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A key without entries is not in the table. */
final class HeapMapState<K, V> implements MapState<K, V> {
    private final StateSlot slot;
    private final UnaryOperator<Object> keys;
    private final UnaryOperator<Object> values;
    private final boolean mutableValues;
    private final boolean owned;
    private final MapLayout layout;

    /** The keys of the map whose values are lent, in the call that goes on, for as long as there is the map and not all of it is lent. */
    private final List<K> lent = new ArrayList<>();

    private final UnaryOperator<Object> ownEntries = this::ownEntries;

    HeapMapState(HeapState state) {
        this.slot = state.slot();
        this.layout = MapLayout.of(state.descriptor());
        this.keys = state.copier(0);
        this.owned = state.owned();
        this.values = owned ? UnaryOperator.identity() : state.copier(1);
        this.mutableValues = state.mutable(1);
    }

    @Override
    public @Nullable V get(K key) {
        Map<K, V> map = map(slot.peek());
        V value = map == null ? null : map.get(key);
        if (value == null || !mutableValues) {
            return value;
        }
        if (owned) {
            slot.changing();
        } else if (slot.lend(ownEntries)) {
            lent.add(copy(keys, key));
        }
        return value;
    }

    @Override
    public void put(K key, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        Map<Object, Object> map = objects(slot.peek());
        if (map == null) {
            slot.set(MapLayout.put(layout.empty(), copy(keys, key), copy(values, value)));
            return;
        }
        slot.changing();
        Map<Object, Object> after = MapLayout.put(map, copy(keys, key), copy(values, value));
        if (after != map) {
            slot.set(after);
        }
    }

    @Override
    public void remove(K key) {
        Map<Object, Object> map = objects(slot.peek());
        if (map == null || !map.containsKey(key)) {
            return;
        }
        slot.changing();
        Map<Object, Object> after = MapLayout.remove(map, key);
        if (after.isEmpty()) {
            clear();
        } else if (after != map) {
            slot.set(after);
        }
    }

    @Override
    public Map<K, V> entries() {
        Map<K, V> map = map(slot.value());
        lent.clear(); // all of it is
        return map == null ? Map.of() : Collections.unmodifiableMap(map);
    }

    @Override
    public void clear() {
        slot.clear();
        lent.clear();
    }

    /** Of a map some of whose values are lent, one of which none is. */
    private Object ownEntries(Object value) {
        Map<K, V> map = Objects.requireNonNull(map(value));
        for (K key : lent) {
            map.computeIfPresent(key, (same, each) -> copy(values, each));
        }
        lent.clear();
        return map;
    }

    @SuppressWarnings("unchecked") // a copy is of the same class
    private static <T> T copy(UnaryOperator<Object> copier, T value) {
        return (T) copier.apply(value);
    }

    @SuppressWarnings("unchecked") // as it was put there
    private static @Nullable Map<Object, Object> objects(@Nullable Object value) {
        return (Map<Object, Object>) value;
    }

    @SuppressWarnings("unchecked") // the table holds what put() put there
    private @Nullable Map<K, V> map(@Nullable Object value) {
        return (Map<K, V>) value;
    }
}
