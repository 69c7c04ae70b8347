package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.codec.Schema;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.ValueState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state on the heap. A capture writes what it holds at once, on the worker: what is changed afterwards, also in place, is not in it.
 *
 * <p>Changes are captured on top of the last capture of everything until they are as long as that one, or until there are
 * {@value #MOST_CAPTURES_OF_CHANGES} of them; then everything is captured anew. So a checkpoint needs at most twice the bytes of its state,
 * and what is written over time at most twice the bytes of the changes.
 */
public final class HeapKeyedBackend implements KeyedBackend {
    static final int MOST_CAPTURES_OF_CHANGES = 200;

    /** Below this, changes are never too long: small state is captured in small changes too. */
    private static final long SHORT = 64 << 10;

    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final Selection selection = new Selection();
    private final List<HeapState> states = new ArrayList<>();
    private final ChunkWriter writer;
    private WrittenStates written = WrittenStates.AS_NOW;

    /** Keeps the JVM from leaving out what {@link #touch} does. */
    private long touched;

    private long wholeBytes;
    private long changedBytes;
    private int capturesOfChanges;

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
    public Captured capture(Extent wanted) {
        Extent extent = wanted == Extent.CHANGES && changesWillDo() ? Extent.CHANGES : Extent.WHOLE;
        List<ByteBuffer> chunks = writer.write(states, extent);
        long bytes = chunks.stream().mapToLong(ByteBuffer::remaining).sum();
        if (extent == Extent.WHOLE) {
            wholeBytes = bytes;
            changedBytes = 0;
            capturesOfChanges = 0;
        } else {
            changedBytes += bytes;
            capturesOfChanges++;
        }
        return new Captured(extent, chunks);
    }

    private boolean changesWillDo() {
        return capturesOfChanges < MOST_CAPTURES_OF_CHANGES
                && changedBytes <= Math.max(wholeBytes, SHORT)
                && states.stream().allMatch(state -> state.table().changes().complete());
    }

    @Override
    public void written(Map<String, List<String>> schemas) {
        Map<String, List<Schema>> types = new HashMap<>();
        schemas.forEach((state, texts) ->
                types.put(state, texts.stream().map(Schema::parse).toList()));
        written = WrittenStates.of(types, states());
    }

    @Override
    public void restore(byte[] chunk, KeyGroupRange groups) {
        if (groups.first() < range.first() || groups.last() > range.last()) {
            throw new IllegalArgumentException("can't restore " + groups + " in a task that has " + range);
        }
        new ChunkReader(keys, keyGroups, groups, states, written).read(chunk);
    }

    @Override
    public void close() {
        states.clear();
    }
}
