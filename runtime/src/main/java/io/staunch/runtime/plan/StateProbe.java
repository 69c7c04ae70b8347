package io.staunch.runtime.plan;

import io.staunch.function.ReduceFunction;
import io.staunch.state.BroadcastState;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.OperatorStates;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.StateType;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Learns which states a factory asks for. The handles it gives can't be used: there is no state while a pipeline is planned. */
final class StateProbe implements KeyedStates, OperatorStates {
    private final String operator;
    private final List<String> problems;
    private final StateKind listKind;
    private final List<StateDescriptor> states = new ArrayList<>();

    /** @param listKind what a list is in this operator */
    StateProbe(String operator, List<String> problems, StateKind listKind) {
        this.operator = operator;
        this.problems = problems;
        this.listKind = listKind;
    }

    List<StateDescriptor> states() {
        return List.copyOf(states);
    }

    @Override
    public <T> ValueState<T> value(String name, StateType<T> type) {
        add(new StateDescriptor(name, StateKind.VALUE, List.of(type.type())));
        return unusable(ValueState.class);
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        add(new StateDescriptor(name, listKind, List.of(elementType)));
        return unusable(ListState.class);
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        add(new StateDescriptor(name, StateKind.MAP, List.of(keyType, valueType.type())));
        return unusable(MapState.class);
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        add(new StateDescriptor(name, StateKind.REDUCING, List.of(type)));
        return unusable(ReducingState.class);
    }

    /** A table that is broadcast, which can't be read yet. */
    BroadcastState<Object, Object> table() {
        return unusable(BroadcastState.class);
    }

    @Override
    public KeyedStates expiring(TimeToLive timeToLive) {
        timeToLive.problems().forEach(problem -> problems.add("operator '" + operator + "': " + problem));
        return new Expiring();
    }

    /** Makes the states too in which it is kept when others expire. */
    private final class Expiring implements KeyedStates {
        @Override
        public <T> ValueState<T> value(String name, StateType<T> type) {
            expiry(name);
            return StateProbe.this.value(name, type);
        }

        @Override
        public <T> ListState<T> list(String name, Class<T> elementType) {
            expiry(name);
            return StateProbe.this.list(name, elementType);
        }

        @Override
        public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
            expiry(name);
            return StateProbe.this.map(name, keyType, valueType);
        }

        @Override
        public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
            expiry(name);
            return StateProbe.this.reducing(name, type, reduce);
        }

        @Override
        public KeyedStates expiring(TimeToLive timeToLive) {
            return StateProbe.this.expiring(timeToLive);
        }

        private void expiry(String name) {
            add(new StateDescriptor(ExpiryStates.lease(name), StateKind.VALUE, List.of(ExpiryStates.Lease.class)));
            timers(ExpiryStates.timers(name));
        }
    }

    void timers(String name) {
        add(new StateDescriptor(name, StateKind.TIMERS, List.of(Long.class)));
    }

    private void add(StateDescriptor state) {
        if (states.stream().anyMatch(s -> s.name().equals(state.name()))) {
            problems.add("operator '" + operator + "' has two states named '" + state.name()
                    + "': a state's name is its identity in checkpoints, so each needs its own");
        }
        StateTypes.check(operator, state, problems);
        states.add(state);
    }

    @SuppressWarnings("unchecked") // the proxy implements the raw interface, and throws whatever its type arguments are
    private <S> S unusable(Class<?> handle) {
        return (S)
                Proxy.newProxyInstance(handle.getClassLoader(), new Class<?>[] {handle}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("state of operator '" + operator + "' was used in its factory ("
                            + method.getName() + "): state can only be used while a record is processed");
                });
    }
}
