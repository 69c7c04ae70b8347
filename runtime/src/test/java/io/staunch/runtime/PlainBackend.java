package io.staunch.runtime;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedTimers;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A backend that is made of nothing but what {@link KeyedBackend} says: maps of objects, written as a whole each third time and as changes
 * between. What is captured is written when the capture begins.
 */
final class PlainBackend implements KeyedBackend {
    private static final int WHOLE_EVERY = 3;

    /** A key, by its hash alone if it is primitive. */
    private record Key(long hash, @Nullable Object key) {}

    private final @Nullable Codec<Object> keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private Key current = new Key(0, null);
    private int since = -1;
    private @Nullable PlainCapture last;

    @SuppressWarnings("unchecked") // keys are of that class
    PlainBackend(KeySelector.Kind kind, Class<?> type, int keyGroups, KeyGroupRange range) {
        this.keys = kind == KeySelector.Kind.OBJECT ? (Codec<Object>) Codecs.of(type) : null;
        this.keyGroups = keyGroups;
        this.range = range;
    }

    private final class Table {
        private final StateDescriptor descriptor;
        private final List<Codec<Object>> codecs;
        private final Map<Key, Object> values = new HashMap<>();
        private final Set<Key> changed = new HashSet<>();

        @SuppressWarnings("unchecked") // values are of these classes
        Table(StateDescriptor descriptor) {
            this.descriptor = descriptor;
            this.codecs = descriptor.types().stream()
                    .map(type -> (Codec<Object>) Codecs.of(type))
                    .toList();
        }

        @Nullable
        Object get() {
            changed.add(current);
            return values.get(current);
        }

        void set(@Nullable Object value) {
            changed.add(current);
            if (value == null) {
                values.remove(current);
            } else {
                values.put(current, value);
            }
        }

        void write(BytesOut out, boolean whole) {
            for (Key key : whole ? values.keySet() : changed) {
                Object value = values.get(key);
                out.writeString(descriptor.name());
                out.writeLong(key.hash());
                if (keys != null && key.key() != null) {
                    keys.write(out, key.key());
                }
                out.writeBoolean(value != null);
                if (value != null) {
                    writeValue(out, value);
                }
            }
            changed.clear();
        }

        private void writeValue(BytesOut out, Object value) {
            if (value instanceof List<?> list && descriptor.kind() == StateKind.LIST) {
                out.writeVarInt(list.size());
                list.forEach(each -> codecs.get(0).write(out, each));
            } else if (value instanceof TreeSet<?> times && descriptor.kind() == StateKind.TIMERS) {
                out.writeVarInt(times.size());
                times.forEach(each -> codecs.get(0).write(out, each));
            } else if (value instanceof Map<?, ?> map && descriptor.kind() == StateKind.MAP) {
                out.writeVarInt(map.size());
                map.forEach((k, v) -> {
                    codecs.get(0).write(out, k);
                    codecs.get(1).write(out, v);
                });
            } else {
                codecs.get(0).write(out, value);
            }
        }

        Object readValue(BytesIn in) {
            switch (descriptor.kind()) {
                case LIST -> {
                    List<Object> list = new ArrayList<>();
                    for (int left = in.readVarInt(); left > 0; left--) {
                        list.add(codecs.get(0).read(in));
                    }
                    return list;
                }
                case TIMERS -> {
                    TreeSet<Object> times = new TreeSet<>();
                    for (int left = in.readVarInt(); left > 0; left--) {
                        times.add(codecs.get(0).read(in));
                    }
                    return times;
                }
                case MAP -> {
                    Map<Object, Object> map = new LinkedHashMap<>();
                    for (int left = in.readVarInt(); left > 0; left--) {
                        map.put(codecs.get(0).read(in), codecs.get(1).read(in));
                    }
                    return map;
                }
                default -> {
                    return codecs.get(0).read(in);
                }
            }
        }
    }

    private Table table(String name, StateKind kind, Type... types) {
        var table = new Table(new StateDescriptor(name, kind, List.of(types)));
        tables.put(name, table);
        return table;
    }

    @Override
    @SuppressWarnings("unchecked") // the table holds what set() put there
    public <T> ValueState<T> value(String name, StateType<T> type) {
        Table table = table(name, StateKind.VALUE, type.type());
        return new ValueState<>() {
            @Override
            public @Nullable T orNull() {
                return (T) table.get();
            }

            @Override
            public void set(T value) {
                table.set(value);
            }

            @Override
            public void clear() {
                table.set(null);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> ListState<T> list(String name, Class<T> type) {
        Table table = table(name, StateKind.LIST, type);
        return new ListState<>() {
            @Override
            public List<T> get() {
                List<T> list = (List<T>) table.get();
                return list == null ? List.of() : list;
            }

            @Override
            public void add(T value) {
                List<T> more = new ArrayList<>(get());
                more.add(value);
                table.set(more);
            }

            @Override
            public void set(List<T> values) {
                table.set(values.isEmpty() ? null : new ArrayList<>(values));
            }

            @Override
            public void clear() {
                table.set(null);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        Table table = table(name, StateKind.MAP, keyType, valueType.type());
        return new MapState<>() {
            @Override
            public @Nullable V get(K key) {
                return entries().get(key);
            }

            @Override
            public void put(K key, V value) {
                Map<K, V> more = new LinkedHashMap<>(entries());
                more.put(key, value);
                table.set(more);
            }

            @Override
            public void remove(K key) {
                Map<K, V> fewer = new LinkedHashMap<>(entries());
                fewer.remove(key);
                table.set(fewer.isEmpty() ? null : fewer);
            }

            @Override
            public Map<K, V> entries() {
                Map<K, V> map = (Map<K, V>) table.get();
                return map == null ? Map.of() : map;
            }

            @Override
            public void clear() {
                table.set(null);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        Table table = table(name, StateKind.REDUCING, type);
        return new ReducingState<>() {
            @Override
            public @Nullable T orNull() {
                return (T) table.get();
            }

            @Override
            public void add(T value) {
                T before = orNull();
                try {
                    table.set(before == null ? value : reduce.reduce(before, value));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void clear() {
                table.set(null);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // the table holds what is put there here
    public KeyedTimers timers(String name) {
        Table table = table(name, StateKind.TIMERS, Long.class);
        return new KeyedTimers() {
            @Override
            public void register(long time) {
                TreeSet<Long> times =
                        table.get() instanceof TreeSet<?> some ? new TreeSet<>((TreeSet<Long>) some) : new TreeSet<>();
                times.add(time);
                table.set(times);
            }

            @Override
            public void delete(long time) {
                if (table.get() instanceof TreeSet<?> some) {
                    TreeSet<Long> times = new TreeSet<>((TreeSet<Long>) some);
                    times.remove(time);
                    table.set(times.isEmpty() ? null : times);
                }
            }

            @Override
            public long earliest() {
                Map.Entry<Key, Object> first = first();
                return first == null ? Long.MAX_VALUE : ((TreeSet<Long>) first.getValue()).first();
            }

            @Override
            public @Nullable Fired fire(long until) {
                Map.Entry<Key, Object> first = first();
                if (first == null || earliest() > until) {
                    return null;
                }
                var fired = new Fired(
                        earliest(), first.getKey().hash(), first.getKey().key());
                select(fired.hash(), fired.key());
                delete(fired.time());
                return fired;
            }

            private Map.@Nullable Entry<Key, Object> first() {
                return table.values.entrySet().stream()
                        .min(Comparator.comparing((Map.Entry<Key, Object> e) -> ((TreeSet<Long>) e.getValue()).first())
                                .thenComparing(e -> e.getKey().hash()))
                        .orElse(null);
            }
        };
    }

    @Override
    public List<StateDescriptor> states() {
        return tables.values().stream().map(table -> table.descriptor).toList();
    }

    @Override
    public void select(long hash, @Nullable Object key) {
        current = new Key(hash, key);
    }

    @Override
    public void touch(long[] hashes, int count) {}

    @Override
    public Capture capture(Extent wanted) {
        boolean dropped = last != null && !last.taken;
        since = wanted == Extent.WHOLE || dropped || since < 0 || since == WHOLE_EVERY - 1 ? 0 : since + 1;
        var out = new BytesOut();
        tables.values().forEach(table -> table.write(out, since == 0));
        List<ByteBuffer> chunks = out.size() == 0 ? List.of() : List.of(out.toBuffer());
        last = new PlainCapture(new Captured(since, chunks));
        return last;
    }

    private static final class PlainCapture implements Capture {
        private final Captured captured;
        private boolean taken;

        PlainCapture(Captured captured) {
            this.captured = captured;
        }

        @Override
        public boolean advance(int budget) {
            return true;
        }

        @Override
        public Captured result() {
            taken = true;
            return captured;
        }

        @Override
        public void drop() {}
    }

    @Override
    public void written(Map<String, List<String>> schemas) {}

    @Override
    public void restore(List<byte[]> chunks, KeyGroupRange groups) {
        for (byte[] chunk : chunks) {
            var in = new BytesIn(chunk);
            while (in.remaining() > 0) {
                Table table = tables.get(in.readString());
                long hash = in.readLong();
                var key = new Key(hash, keys == null ? null : keys.read(in));
                Object value = in.readBoolean() ? table.readValue(in) : null;
                if (groups.contains(KeyGroups.of(hash, keyGroups)) && range.contains(KeyGroups.of(hash, keyGroups))) {
                    if (value == null) {
                        table.values.remove(key);
                    } else {
                        table.values.put(key, value);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        tables.clear();
    }
}
