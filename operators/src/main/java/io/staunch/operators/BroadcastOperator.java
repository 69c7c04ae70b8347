package io.staunch.operators;

import io.staunch.graph.BroadcastUpdate;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.BroadcastFunction;
import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table of all records and emits what each of them changes in it.
 *
 * <p><i>Invariant.</i> Whoever takes all updates in their order, from an empty table or from this one's at a barrier, has this table.
 */
final class BroadcastOperator<T, K, V> implements KeyedProcess<Integer, T, BroadcastUpdate> {
    private final BroadcastFunction<T, K, V> function;
    private final Noted<K, V> table;

    BroadcastOperator(BroadcastFunction<T, K, V> function, MapState<K, V> table) {
        this.function = function;
        this.table = new Noted<>(table);
    }

    /** The state that holds the table. */
    static MapState<Object, Object> table(KeyedOperation.Broadcast broadcast, KeyedStates states) {
        @SuppressWarnings("unchecked") // a pipeline's builder has checked that they are the classes of keys and values
        MapState<Object, Object> table = states.map(
                KeyedOperation.Broadcast.TABLE, (Class<Object>) broadcast.key(), (Class<Object>) broadcast.value());
        return table;
    }

    @Override
    public void process(T value, Context<Integer, BroadcastUpdate> context) throws Exception {
        List<BroadcastUpdate.Change> changes = new ArrayList<>();
        table.changes = changes;
        function.update(value, table);
        table.changes = null;
        if (!changes.isEmpty()) {
            context.emit(new BroadcastUpdate(changes));
        }
    }

    /** The table, of which every change is noted. */
    private static final class Noted<K, V> implements MapState<K, V> {
        private final MapState<K, V> state;
        private @Nullable List<BroadcastUpdate.Change> changes;

        Noted(MapState<K, V> state) {
            this.state = state;
        }

        private void note(K key, @Nullable V value) {
            Objects.requireNonNull(changes, "a table that is broadcast was changed after the call")
                    .add(new BroadcastUpdate.Change(key, value));
        }

        @Override
        public @Nullable V get(K key) {
            return state.get(key);
        }

        @Override
        public void put(K key, V value) {
            state.put(key, value);
            note(key, value);
        }

        @Override
        public void remove(K key) {
            if (state.contains(key)) {
                state.remove(key);
                note(key, null);
            }
        }

        @Override
        public boolean contains(K key) {
            return state.contains(key);
        }

        @Override
        public Map<K, V> entries() {
            return state.entries();
        }

        @Override
        public void clear() {
            List<K> keys = List.copyOf(state.entries().keySet());
            state.clear();
            keys.forEach(key -> note(key, null));
        }
    }
}
