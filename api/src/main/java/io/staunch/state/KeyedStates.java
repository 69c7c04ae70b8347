package io.staunch.state;

import io.staunch.function.ReduceFunction;

/**
 * Makes the state handles of a keyed function. Its factory is called once when the pipeline is planned (to learn which state there is)
 * and once per task; names are unique within the operator and are the state's identity in checkpoints.
 */
public interface KeyedStates {
    default <T> ValueState<T> value(String name, Class<T> type) {
        return value(name, StateType.of(type));
    }

    <T> ValueState<T> value(String name, StateType<T> type);

    <T> ListState<T> list(String name, Class<T> elementType);

    default <K, V> MapState<K, V> map(String name, Class<K> keyType, Class<V> valueType) {
        return map(name, keyType, StateType.of(valueType));
    }

    <K, V> MapState<K, V> map(String name, Class<K> keyType, StateType<V> valueType);

    <T> ReducingState<T> reducing(String name, Class<T> type, ReduceFunction<T> reduce);
}
