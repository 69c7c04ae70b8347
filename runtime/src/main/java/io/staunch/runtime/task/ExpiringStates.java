package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend;
import io.staunch.environment.Environment;
import io.staunch.function.ReduceFunction;
import io.staunch.runtime.plan.ExpiryStates;
import io.staunch.runtime.plan.ExpiryStates.Lease;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateType;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import java.util.ArrayList;
import java.util.List;

/**
 * The states of an operator, as its function makes them: those of the backend, of which some expire. When they do is kept in states and timers of the same
 * backend, so that it is captured, restored and rescaled as they are. Owned by the task's worker.
 */
final class ExpiringStates implements KeyedStates {
    private final KeyedBackend backend;
    private final Environment environment;
    private final List<Expiry> all = new ArrayList<>();

    ExpiringStates(KeyedBackend backend, Environment environment) {
        this.backend = backend;
        this.environment = environment;
    }

    /** Frees what has expired, so many keys of a state at most; the current key is another one then. Returns whether there was anything to do. */
    boolean step(int most) {
        int fired = 0;
        for (int i = 0; i < all.size(); i++) {
            fired += all.get(i).step(most);
        }
        return fired > 0;
    }

    @Override
    public <T> ValueState<T> value(String name, StateType<T> type) {
        return backend.value(name, type);
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

    @Override
    public KeyedStates expiring(TimeToLive timeToLive) {
        return new With(timeToLive);
    }

    private final class With implements KeyedStates {
        private final TimeToLive timeToLive;

        With(TimeToLive timeToLive) {
            this.timeToLive = timeToLive;
        }

        @Override
        public <T> ValueState<T> value(String name, StateType<T> type) {
            ValueState<T> state = backend.value(name, type);
            return new ExpiringHandles.OfValue<>(state, expiry(name, state::clear));
        }

        @Override
        public <T> ListState<T> list(String name, Class<T> elementType) {
            ListState<T> state = backend.list(name, elementType);
            return new ExpiringHandles.OfList<>(state, expiry(name, state::clear));
        }

        @Override
        public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
            MapState<K, V> state = backend.map(name, keyType, valueType);
            return new ExpiringHandles.OfMap<>(state, expiry(name, state::clear));
        }

        @Override
        public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
            ReducingState<T> state = backend.reducing(name, type, reduce);
            return new ExpiringHandles.OfReducing<>(state, expiry(name, state::clear));
        }

        @Override
        public KeyedStates expiring(TimeToLive other) {
            return new With(other);
        }

        private Expiry expiry(String name, Runnable clear) {
            var expiry = new Expiry(
                    backend.value(ExpiryStates.lease(name), Lease.class),
                    backend.timers(ExpiryStates.timers(name)),
                    clear,
                    timeToLive,
                    environment);
            all.add(expiry);
            return expiry;
        }
    }
}
