package io.staunch.state;

import io.staunch.function.ReduceFunction;

/**
 * Makes the state handles of a keyed function. Its factory is called when the pipeline is planned or its guarantee is computed (to learn which state
 * there is), and once per task; names are unique within the operator and are the state's identity in checkpoints.
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

    /**
     * Makes states that expire, each key's as a whole: {@code states.expiring(TimeToLive.sinceWrite(ofDays(30))).value("profile", Profile.class)}.
     * From its time on a state is not seen any more, whatever was restored in between, and its memory is freed soon, some keys at a time. State that was written before it
     * was made to expire begins its time when it is first used.
     *
     * @throws UnsupportedOperationException if these are the states of a backend, which has no clock; those that a function's factory gets can expire
     */
    default KeyedStates expiring(TimeToLive timeToLive) {
        throw new UnsupportedOperationException(
                getClass().getName() + " has no clock: ask those states that a function's factory gets");
    }
}
