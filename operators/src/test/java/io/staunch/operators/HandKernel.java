package io.staunch.operators;

import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import io.staunch.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The kernel by hand: plain maps, and time that goes on when it is told to. */
final class HandKernel implements KeyedStates, KeyedProcess.Context<Object, Object> {
    /** What came out. */
    record Out(
            Object key,
            long timestamp,
            Object value,
            @Nullable String side) {}

    private record Due(long time, String key) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(time, other.time);
            return byTime == 0 ? key.compareTo(other.key) : byTime;
        }
    }

    private final KeyedProcess<Object, Object, Object> operator;
    private final Map<String, Map<Object, Object>> states = new HashMap<>();
    private final Map<String, Map<Object, Object>> former;
    private final Map<Timer.Kind, TreeSet<Due>> timers = new HashMap<>();
    private final List<Out> out = new ArrayList<>();
    private Object key = "";
    private long timestamp;
    private long watermark = Long.MIN_VALUE;
    private long clock;

    HandKernel(KeyedOperation operation) {
        this(operation, Map.of());
    }

    private HandKernel(KeyedOperation operation, Map<String, Map<Object, Object>> former) {
        this.former = former;
        for (Timer.Kind kind : Timer.Kind.values()) {
            timers.put(kind, new TreeSet<>());
        }
        operator = Operators.make(
                operation,
                this,
                new Copies() {
                    @Override
                    public <T> T copy(StateType<T> type, T value) {
                        return value;
                    }
                },
                null);
    }

    /** One that goes on from here with another operation: with all timers, and states of the same names. */
    HandKernel restarted(KeyedOperation other) {
        var next = new HandKernel(other, states);
        timers.forEach(
                (kind, due) -> Objects.requireNonNull(next.timers.get(kind)).addAll(due));
        next.watermark = watermark;
        next.clock = clock;
        return next;
    }

    void record(String of, long at, Object value) throws Exception {
        key = of;
        timestamp = at;
        operator.process(value, this);
    }

    void advance(long to) throws Exception {
        watermark = to;
        fire(Timer.Kind.EVENT_TIME, to);
    }

    void clock(long to) throws Exception {
        clock = to;
        fire(Timer.Kind.PROCESSING_TIME, to);
    }

    private void fire(Timer.Kind kind, long until) throws Exception {
        TreeSet<Due> due = Objects.requireNonNull(timers.get(kind));
        while (!due.isEmpty() && due.first().time() <= until) {
            Due first = Objects.requireNonNull(due.pollFirst());
            key = first.key();
            timestamp = kind == Timer.Kind.EVENT_TIME ? first.time() : Long.MIN_VALUE;
            operator.onTimer(new Timer(kind, first.time()), this);
        }
    }

    /** What has come out since this was last asked. */
    List<Out> taken() {
        List<Out> all = List.copyOf(out);
        out.clear();
        return all;
    }

    /** States of the keys that have any, by name. */
    Map<String, Map<Object, Object>> left() {
        Map<String, Map<Object, Object>> left = new HashMap<>(states);
        left.values().removeIf(Map::isEmpty);
        return left;
    }

    /** How many timers there are. */
    int timersLeft() {
        return timers.values().stream().mapToInt(TreeSet::size).sum();
    }

    private Map<Object, Object> table(String name) {
        Map<Object, Object> table = former.getOrDefault(name, new HashMap<>());
        if (states.put(name, table) != null) {
            throw new IllegalStateException("state '" + name + "' twice");
        }
        return table;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ValueState<T> value(String name, StateType<T> type) {
        Map<Object, Object> table = table(name);
        return new ValueState<>() {
            @Override
            public @Nullable T orNull() {
                return (T) table.get(key);
            }

            @Override
            public void set(T value) {
                table.put(key, value);
            }

            @Override
            public void clear() {
                table.remove(key);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        Map<Object, Object> table = table(name);
        return new MapState<>() {
            private Map<K, V> map() {
                return (Map<K, V>) table.getOrDefault(key, Map.of());
            }

            @Override
            public @Nullable V get(K of) {
                return map().get(of);
            }

            @Override
            public void put(K of, V value) {
                ((Map<K, V>) table.computeIfAbsent(key, k -> new LinkedHashMap<K, V>())).put(of, value);
            }

            @Override
            public void remove(K of) {
                if (table.containsKey(key)) {
                    map().remove(of);
                    if (map().isEmpty()) {
                        table.remove(key);
                    }
                }
            }

            @Override
            public Map<K, V> entries() {
                return map();
            }

            @Override
            public void clear() {
                table.remove(key);
            }
        };
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public void emit(Object value) {
        out.add(new Out(key, timestamp, value, null));
    }

    @Override
    public void emit(Object value, long at) {
        out.add(new Out(key, at, value, null));
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value) {
        out.add(new Out(key, timestamp, Objects.requireNonNull(value), output.name()));
    }

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public long currentProcessingTime() {
        return clock;
    }

    @Override
    public Timers timers() {
        return new Timers() {
            private TreeSet<Due> of(Timer.Kind kind) {
                return Objects.requireNonNull(timers.get(kind));
            }

            @Override
            public void atEventTime(long time) {
                of(Timer.Kind.EVENT_TIME).add(new Due(time, (String) key));
            }

            @Override
            public void atProcessingTime(long time) {
                of(Timer.Kind.PROCESSING_TIME).add(new Due(time, (String) key));
            }

            @Override
            public void deleteEventTime(long time) {
                of(Timer.Kind.EVENT_TIME).remove(new Due(time, (String) key));
            }

            @Override
            public void deleteProcessingTime(long time) {
                of(Timer.Kind.PROCESSING_TIME).remove(new Due(time, (String) key));
            }
        };
    }
}
