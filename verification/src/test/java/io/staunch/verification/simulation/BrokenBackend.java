package io.staunch.verification.simulation;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedTimers;
import io.staunch.function.ReduceFunction;
import io.staunch.graph.KeySelector;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateType;
import io.staunch.state.ValueState;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A backend whose captures are wrong. */
final class BrokenBackend implements KeyedBackend {
    private final KeyedBackend backend;
    private final Break how;
    private final List<KeyedTimers> made = new ArrayList<>();
    private @Nullable Capture unfinished;
    private boolean restored;

    /** Whether it is there to restore a copy of a table: where there are several tasks, no other has all key groups. */
    private final boolean ofACopy;

    BrokenBackend(Break how, KeySelector.Kind kind, Class<?> key, int keyGroups, KeyGroupRange range) {
        this.backend = new HeapKeyedBackend(kind, key, keyGroups, range);
        this.how = how;
        this.ofACopy = range.first() == 0 && range.last() == keyGroups - 1;
    }

    @Override
    public Capture capture(Extent wanted) {
        return switch (how) {
            case CHANGES_DROPPED -> new Forgetful(backend.capture(wanted));
            case CAPTURE_SEES_LATER -> new Late(backend, wanted);
            case ACKNOWLEDGED_BEFORE_CAPTURE -> premature(wanted);
            case TIMER_DROPPED, PANE_COUNTED_TWICE, FREED_TOO_EARLY, COPY_NOT_RESTORED -> backend.capture(wanted);
            default -> throw new IllegalArgumentException(how + " is not a backend's");
        };
    }

    private Capture premature(Extent wanted) {
        Captured last = Captured.whole(List.of());
        if (unfinished != null) {
            while (!unfinished.advance(Integer.MAX_VALUE)) {
                // It has the state of its barrier, however late it is written.
            }
            last = unfinished.result();
        }
        unfinished = backend.capture(wanted);
        return new Premature(last);
    }

    /** Finished before anything is written: what it gives is what the capture before it should have given. */
    private record Premature(Captured result) implements Capture {
        @Override
        public boolean advance(int budget) {
            return true;
        }

        @Override
        public void drop() {
            // Nobody asks for the result.
        }
    }

    /** Empty unless it stands alone. */
    private record Forgetful(Capture capture) implements Capture {
        @Override
        public boolean advance(int budget) {
            return capture.advance(budget);
        }

        @Override
        public Captured result() {
            Captured captured = capture.result();
            return captured.needs() == 0 ? captured : new Captured(captured.needs(), List.of());
        }

        @Override
        public void drop() {
            capture.drop();
        }
    }

    /** Of the state when its first slice is written, as if no entry were written before it changes. */
    private static final class Late implements Capture {
        private final KeyedBackend backend;
        private final Extent wanted;
        private @Nullable Capture capture;

        Late(KeyedBackend backend, Extent wanted) {
            this.backend = backend;
            this.wanted = wanted;
        }

        @Override
        public boolean advance(int budget) {
            return begun().advance(budget);
        }

        @Override
        public Captured result() {
            return begun().result();
        }

        @Override
        public void drop() {
            begun().drop();
        }

        private Capture begun() {
            if (capture == null) {
                capture = backend.capture(wanted);
            }
            return capture;
        }
    }

    @Override
    public KeyedTimers timers(String name) {
        KeyedTimers timers = backend.timers(name);
        made.add(timers);
        return how == Break.FREED_TOO_EARLY ? new Hasty(timers) : timers;
    }

    /** Timers that fire too early. */
    private record Hasty(KeyedTimers timers) implements KeyedTimers {
        private static final long EARLY_MS = 100;

        @Override
        public void register(long time) {
            timers.register(time);
        }

        @Override
        public void delete(long time) {
            timers.delete(time);
        }

        @Override
        public long earliest() {
            return timers.earliest();
        }

        @Override
        public @Nullable Fired fire(long until) {
            return timers.fire(until + EARLY_MS);
        }
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
    public void restore(List<byte[]> chunks, KeyGroupRange groups) {
        boolean missed = how == Break.COPY_NOT_RESTORED && ofACopy;
        backend.restore(missed ? List.of() : chunks, groups);
        restored = !chunks.isEmpty();
        if (how == Break.TIMER_DROPPED) {
            made.forEach(timers -> timers.fire(Long.MAX_VALUE));
        }
    }

    @Override
    public void close() {
        backend.close();
    }

    @Override
    public <T> ValueState<T> value(String name, StateType<T> type) {
        ValueState<T> state = backend.value(name, type);
        return how == Break.PANE_COUNTED_TWICE
                        && type.raw() == WindowedSensors.Sum.Of.class
                        && name.startsWith("newest")
                ? counting(state, type)
                : state;
    }

    /** The first value that is there in a process that goes on from a checkpoint is seen twice as large. */
    private <T> ValueState<T> counting(ValueState<T> state, StateType<T> type) {
        return new ValueState<>() {
            @Override
            public @Nullable T orNull() {
                T value = state.orNull();
                if (restored && value instanceof WindowedSensors.Sum.Of sum) {
                    restored = false;
                    return type.raw().cast(new WindowedSensors.Sum.Of(2 * sum.sum()));
                }
                return value;
            }

            @Override
            public void set(T value) {
                state.set(value);
            }

            @Override
            public void clear() {
                state.clear();
            }
        };
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        return backend.list(name, elementType);
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        return backend.map(name, keyType, valueType);
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        return backend.reducing(name, type, reduce);
    }
}
