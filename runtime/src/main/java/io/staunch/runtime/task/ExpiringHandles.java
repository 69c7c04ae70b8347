package io.staunch.runtime.task;

import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** States that tell when they are looked at and written. */
final class ExpiringHandles {
    private ExpiringHandles() {}

    record OfValue<T>(ValueState<T> state, Expiry expiry) implements ValueState<T> {
        @Override
        public @Nullable T orNull() {
            expiry.look();
            T value = state.orNull();
            if (value != null) {
                expiry.read();
            }
            return value;
        }

        @Override
        public void set(T value) {
            state.set(value);
            expiry.written();
        }

        @Override
        public void clear() {
            state.clear();
            expiry.cleared();
        }
    }

    record OfReducing<T>(ReducingState<T> state, Expiry expiry) implements ReducingState<T> {
        @Override
        public @Nullable T orNull() {
            expiry.look();
            T value = state.orNull();
            if (value != null) {
                expiry.read();
            }
            return value;
        }

        @Override
        public void add(T value) {
            expiry.look();
            state.add(value);
            expiry.written();
        }

        @Override
        public void clear() {
            state.clear();
            expiry.cleared();
        }
    }

    record OfList<T>(ListState<T> state, Expiry expiry) implements ListState<T> {
        @Override
        public List<T> get() {
            expiry.look();
            List<T> values = state.get();
            if (!values.isEmpty()) {
                expiry.read();
            }
            return values;
        }

        @Override
        public void add(T value) {
            expiry.look();
            state.add(value);
            expiry.written();
        }

        @Override
        public void set(List<T> values) {
            state.set(values);
            if (values.isEmpty()) {
                expiry.cleared();
            } else {
                expiry.written();
            }
        }

        @Override
        public void clear() {
            state.clear();
            expiry.cleared();
        }
    }

    /** A map expires as a whole. */
    record OfMap<K, V>(MapState<K, V> state, Expiry expiry) implements MapState<K, V> {
        @Override
        public @Nullable V get(K key) {
            expiry.look();
            V value = state.get(key);
            if (value != null) {
                expiry.read();
            }
            return value;
        }

        @Override
        public void put(K key, V value) {
            expiry.look();
            state.put(key, value);
            expiry.written();
        }

        @Override
        public void remove(K key) {
            expiry.look();
            if (state.contains(key)) {
                state.remove(key);
                expiry.written();
            }
        }

        @Override
        public Map<K, V> entries() {
            expiry.look();
            Map<K, V> entries = state.entries();
            if (!entries.isEmpty()) {
                expiry.read();
            }
            return entries;
        }

        @Override
        public void clear() {
            state.clear();
            expiry.cleared();
        }
    }
}
