package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.ValueState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state on the heap, as objects. A capture writes all of it at once, on the worker: what is changed afterwards, also in place, is
 * not in it.
 */
public final class HeapKeyedBackend implements KeyedBackend {
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final Selection selection = new Selection();
    private final List<HeapState> states = new ArrayList<>();
    private final ChunkWriter writer;

    /** Keeps the JVM from leaving out what {@link #touch} does. */
    private long touched;

    /**
     * @param type the key's class
     * @param keyGroups of the job
     * @param range the task's groups; no other key is ever selected
     * @throws io.staunch.error.ConfigurationException if the class can't be a key
     */
    public HeapKeyedBackend(KeySelector.Kind kind, Class<?> type, int keyGroups, KeyGroupRange range) {
        if (range.last() >= keyGroups) {
            throw new IllegalArgumentException("of " + keyGroups + " key groups, none is " + range.last());
        }
        this.keys = Keys.of(kind, type);
        this.keyGroups = keyGroups;
        this.range = range;
        this.writer = new ChunkWriter(keys, keyGroups, range);
    }

    @Override
    public <T> ValueState<T> value(String name, Class<T> type) {
        return new HeapValueState<>(add(new StateDescriptor(name, StateKind.VALUE, List.of(type))));
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        return new HeapListState<>(add(new StateDescriptor(name, StateKind.LIST, List.of(elementType))));
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, Class<V> valueType) {
        return new HeapMapState<>(add(new StateDescriptor(name, StateKind.MAP, List.of(keyType, valueType))));
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        StateSlot slot = add(new StateDescriptor(name, StateKind.REDUCING, List.of(type)));
        return new HeapReducingState<>(name, slot, reduce);
    }

    private StateSlot add(StateDescriptor descriptor) {
        if (states().stream().anyMatch(other -> other.name().equals(descriptor.name()))) {
            throw new IllegalArgumentException(
                    "state '" + descriptor.name() + "' is made twice: names are unique within an operator");
        }
        HeapState state = HeapState.of(descriptor, selection, keys.objects());
        states.add(state);
        return state.slot();
    }

    @Override
    public List<StateDescriptor> states() {
        return states.stream().map(HeapState::descriptor).toList();
    }

    @Override
    public void select(long hash, @Nullable Object key) {
        selection.select(hash, key);
    }

    @Override
    public void touch(long[] hashes, int count) {
        for (int i = 0; i < states.size(); i++) {
            touched += states.get(i).table().touch(hashes, count);
        }
    }

    /** What {@link #touch} has read, for nobody. */
    long touched() {
        return touched;
    }

    @Override
    public List<ByteBuffer> capture() {
        return writer.write(states);
    }

    @Override
    public void restore(byte[] chunk, KeyGroupRange groups) {
        if (groups.first() < range.first() || groups.last() > range.last()) {
            throw new IllegalArgumentException("can't restore " + groups + " in a task that has " + range);
        }
        new ChunkReader(keys, keyGroups, groups, states).read(chunk);
    }

    @Override
    public void close() {
        states.clear();
    }
}
