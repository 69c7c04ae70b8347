package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedTimers;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.codec.Schema;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state on the heap. A capture freezes what it holds, which costs a bit of each slot, and writes it afterwards: in slices, and each
 * entry before it changes. So what it holds is the state at the freeze, whatever happens until it is finished.
 *
 * <p>A capture of changes holds all of some key groups too, in turn ({@link RollingBase}). So what is written over time is about twice the
 * changes or a 200th of the state, whichever is more; a restore needs the last {@value RollingBase#MOST_CAPTURES} captures at most, and
 * about twice the bytes of the state.
 */
public final class HeapKeyedBackend implements KeyedBackend {
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final Selection selection = new Selection();
    private final List<HeapState> states = new ArrayList<>();
    private final List<StateCapture> captures = new ArrayList<>();
    private final Touching touching = new Touching();
    private final List<HeapTimers> timers = new ArrayList<>();
    private WrittenStates written = WrittenStates.AS_NOW;

    private long captureNumber;
    private @Nullable HeapCapture last;

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
    }

    @Override
    public <T> ValueState<T> value(String name, StateType<T> type) {
        var descriptor = new StateDescriptor(name, StateKind.VALUE, List.of(type.type()));
        return new HeapValueState<>(add(descriptor, type.owned()).slot());
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        return new HeapListState<>(add(new StateDescriptor(name, StateKind.LIST, List.of(elementType))));
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        var descriptor = new StateDescriptor(name, StateKind.MAP, List.of(keyType, valueType.type()));
        return new HeapMapState<>(add(descriptor, valueType.owned()));
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        HeapState state = add(new StateDescriptor(name, StateKind.REDUCING, List.of(type)));
        return new HeapReducingState<>(name, state.slot(), reduce);
    }

    @Override
    public KeyedTimers timers(String name) {
        HeapState state = add(new StateDescriptor(name, StateKind.TIMERS, List.of(Long.class)));
        var added = new HeapTimers(state, selection, keys.objects(), touching);
        timers.add(added);
        return added;
    }

    private HeapState add(StateDescriptor descriptor) {
        return add(descriptor, false);
    }

    private HeapState add(StateDescriptor descriptor, boolean owned) {
        if (states().stream().anyMatch(other -> other.name().equals(descriptor.name()))) {
            throw new IllegalArgumentException(
                    "state '" + descriptor.name() + "' is made twice: names are unique within an operator");
        }
        HeapState state = HeapState.of(descriptor, owned, selection, keys.objects());
        states.add(state);
        touching.add(state);
        captures.add(new StateCapture(state, keys, keyGroups, range));
        return state;
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
        touching.touch(Touching.Cause.RECORDS, hashes, 0, count);
    }

    /** What {@link #touch} has read, for nobody. */
    long touched() {
        return touching.touched();
    }

    @Override
    public Capture capture(Extent wanted) {
        if (last != null) {
            last.drop();
        }
        long number = ++captureNumber;
        long oldest = number;
        for (StateCapture state : captures) {
            oldest = Math.min(oldest, state.choose(number, wanted == Extent.WHOLE));
        }
        for (StateCapture state : captures) {
            state.begin(oldest == number);
        }
        last = new HeapCapture(captures, new ChunkWriter(captures, keyGroups), Math.toIntExact(number - oldest));
        return last;
    }

    @Override
    public void written(Map<String, List<String>> schemas) {
        Map<String, List<Schema>> types = new HashMap<>();
        schemas.forEach((state, texts) ->
                types.put(state, texts.stream().map(Schema::parse).toList()));
        written = WrittenStates.of(types, states());
    }

    @Override
    public void restore(List<byte[]> chunks, KeyGroupRange groups) {
        if (groups.first() < range.first() || groups.last() > range.last()) {
            throw new IllegalArgumentException("can't restore " + groups + " in a task that has " + range);
        }
        new ChunkReader(keys, keyGroups, groups, states, written).read(chunks);
        timers.forEach(HeapTimers::rebuild);
    }

    @Override
    public void close() {
        states.clear();
        captures.clear();
        timers.clear();
    }
}
