package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A backend with a state of every kind, and beside it a model: plain maps that the same is done to. */
final class ManyStates {
    static final int GROUPS = 16;
    static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);

    /** Ways to change a key's state, for {@link #change}. */
    static final int WAYS = 14;

    record Point(int x, long y) {}

    record Name(String text) {}

    /** A value that can be changed in place, as no record of immutables can. */
    record Box(int[] content) {}

    enum KeyKind {
        LONG(KeySelector.Kind.LONG, long.class),
        STRING(KeySelector.Kind.OBJECT, String.class);

        private final KeySelector.Kind kind;
        private final Class<?> type;

        KeyKind(KeySelector.Kind kind, Class<?> type) {
            this.kind = kind;
            this.type = type;
        }

        HeapKeyedBackend backend(KeyGroupRange groups) {
            return new HeapKeyedBackend(kind, type, GROUPS, groups);
        }

        /** The hash of key 0 is 0, and so is that of key 1 as a string: two keys of one hash. */
        private static String string(long number) {
            return number == 0 ? "" : number == 1 ? "\0" : "k" + number;
        }

        long hash(long number) {
            return this == LONG ? KeyHash.of(number) : KeyHash.of(string(number));
        }

        void select(HeapKeyedBackend backend, long number) {
            backend.select(hash(number), this == LONG ? null : string(number));
        }
    }

    /** What a key has. */
    private static final class Model {
        @Nullable
        Point flat;

        @Nullable
        Name object;

        @Nullable
        Integer box;

        final List<String> list = new ArrayList<>();
        final Map<Integer, Long> map = new LinkedHashMap<>();
        final Map<Long, Point> rows = new LinkedHashMap<>();

        @Nullable
        Long sum;

        String text() {
            return flat + " " + object + " " + box + " " + list + " " + map + " " + rows + " " + sum;
        }
    }

    final KeyKind keys;
    final HeapKeyedBackend backend;
    private final ValueState<Point> flat;
    private final ValueState<Name> object;
    private final ValueState<Box> mutable;
    private final ListState<String> list;
    private final MapState<Integer, Long> map;
    private final MapState<Long, Point> rows;
    private final ReducingState<Long> sum;
    private final Map<Long, Model> models = new TreeMap<>();

    ManyStates(KeyKind keys) {
        this(keys, ALL);
    }

    ManyStates(KeyKind keys, KeyGroupRange groups) {
        this.keys = keys;
        backend = keys.backend(groups);
        flat = backend.value("flat", Point.class);
        object = backend.value("object", Name.class);
        mutable = backend.value("mutable", Box.class);
        list = backend.list("list", String.class);
        map = backend.map("map", Integer.class, Long.class);
        rows = backend.map("rows", Long.class, Point.class);
        sum = backend.reducing("sum", Long.class, Long::sum);
    }

    /** Changes a key's state in one of so many ways, and the model alike. */
    void change(int way, long key, int n) {
        keys.select(backend, key);
        Model model = models.computeIfAbsent(key, k -> new Model());
        switch (way) {
            case 0, 12 -> {
                flat.set(new Point(n, key));
                model.flat = new Point(n, key);
            }
            case 1 -> {
                flat.clear();
                model.flat = null;
            }
            case 2 -> {
                object.set(new Name("n" + n));
                model.object = new Name("n" + n);
            }
            case 3 -> {
                object.clear();
                model.object = null;
            }
            case 4 -> {
                mutable.set(new Box(new int[] {n}));
                model.box = n;
            }
            case 5, 13 -> {
                mutable.get().ifPresent(box -> box.content()[0]++);
                model.box = model.box == null ? null : Integer.valueOf(model.box + 1);
            }
            case 6 -> {
                list.add("e" + n);
                model.list.add("e" + n);
            }
            case 7 -> {
                list.clear();
                model.list.clear();
            }
            case 8 -> {
                map.put(n % 3, (long) n);
                model.map.put(n % 3, (long) n);
                rows.put(n % 4L, new Point(n, key));
                model.rows.put(n % 4L, new Point(n, key));
            }
            case 9 -> {
                map.remove(n % 3);
                model.map.remove(n % 3);
                rows.remove(n % 4L);
                model.rows.remove(n % 4L);
            }
            case 10 -> {
                sum.add((long) n);
                model.sum = model.sum == null ? n : model.sum + n;
            }
            default -> {
                sum.clear();
                model.sum = null;
            }
        }
    }

    /** What the model has, of keys that have something. */
    Map<Long, String> model() {
        Map<Long, String> all = new TreeMap<>();
        String nothing = new Model().text();
        models.forEach((key, model) -> {
            if (!model.text().equals(nothing)) {
                all.put(key, model.text());
            }
        });
        return all;
    }

    /** What the backend has of these keys. Looking is a change of what can be changed in place. */
    Map<Long, String> content(int keyCount) {
        Map<Long, String> all = new TreeMap<>();
        String nothing = new Model().text();
        for (long key = 0; key < keyCount; key++) {
            keys.select(backend, key);
            Box box = mutable.orNull();
            String text = flat.orNull() + " " + object.orNull() + " " + (box == null ? null : box.content()[0]) + " "
                    + list.get() + " " + map.entries() + " " + rows.entries() + " " + sum.orNull();
            if (!text.equals(nothing)) {
                all.put(key, text);
            }
        }
        return all;
    }

    /** What backends of so many tasks have after a restore, together. */
    static Map<Long, String> restored(KeyKind keys, List<byte[]> chunks, int tasks, int keyCount) {
        Map<Long, String> all = new TreeMap<>();
        for (int task = 0; task < tasks; task++) {
            var subject = new ManyStates(keys, KeyGroupRange.of(task, tasks, GROUPS));
            subject.backend.restore(chunks, KeyGroupRange.of(task, tasks, GROUPS));
            subject.content(keyCount).forEach((key, text) -> {
                if (all.put(key, text) != null) {
                    throw new AssertionError("key " + key + " is in two tasks");
                }
            });
        }
        return all;
    }
}
