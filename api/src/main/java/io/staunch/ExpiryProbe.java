package io.staunch;

import io.staunch.function.ReduceFunction;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateType;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** Learns whether a factory asks for state that expires. The handles that it gives can't be used. */
final class ExpiryProbe implements KeyedStates {
    private boolean expiring;

    private ExpiryProbe() {}

    /** @param factory called once; if it throws, what it has asked for until then counts, and whoever plans the pipeline reports the mistake */
    static boolean of(Consumer<KeyedStates> factory) {
        var probe = new ExpiryProbe();
        try {
            factory.accept(probe);
        } catch (RuntimeException e) {
            return probe.expiring;
        }
        return probe.expiring;
    }

    @Override
    public <T> ValueState<T> value(String name, StateType<T> type) {
        return unusable(ValueState.class);
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        return unusable(ListState.class);
    }

    @Override
    public <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType) {
        return unusable(MapState.class);
    }

    @Override
    public <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce) {
        return unusable(ReducingState.class);
    }

    @Override
    public KeyedStates expiring(TimeToLive timeToLive) {
        expiring = true;
        return this;
    }

    @SuppressWarnings("unchecked") // the proxy implements the raw interface, and throws whatever its type arguments are
    private static <S> S unusable(Class<?> handle) {
        return (S)
                Proxy.newProxyInstance(handle.getClassLoader(), new Class<?>[] {handle}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("state was used in a factory (" + method.getName()
                            + "): state can only be used while a record is processed");
                });
    }
}
