package io.staunch.verification.simulation;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.ValueState;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A backend whose captures of changes are empty. */
final class ForgetfulBackend implements KeyedBackend {
    private final KeyedBackend backend;

    ForgetfulBackend(KeySelector.Kind kind, Class<?> key, int keyGroups, KeyGroupRange range) {
        backend = new HeapKeyedBackend(kind, key, keyGroups, range);
    }

    @Override
    public Captured capture(Extent wanted) {
        Captured captured = backend.capture(wanted);
        return captured.extent() == Extent.WHOLE ? captured : new Captured(Extent.CHANGES, List.of());
    }

    @Override
    public List<StateDescriptor> states() {
        return backend.states();
    }

    @Override
    public void select(long hash, @Nullable Object key) {
        backend.select(hash, key);
    }

    @Override
    public void touch(long[] hashes, int count) {
        backend.touch(hashes, count);
    }

    @Override
    public void written(Map<String, List<String>> schemas) {
        backend.written(schemas);
    }

    @Override
    public void restore(byte[] chunk, KeyGroupRange groups) {
        backend.restore(chunk, groups);
    }

    @Override
    public void close() {
        backend.close();
    }

    @Override
    public <T> ValueState<T> value(String name, Class<T> type) {
        return backend.value(name, type);
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        return backend.list(name, elementType);
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, Class<V> valueType) {
        return backend.map(name, keyType, valueType);
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        return backend.reducing(name, type, reduce);
    }
}
