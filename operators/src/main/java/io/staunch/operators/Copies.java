package io.staunch.operators;

import io.staunch.state.StateType;

/** Makes copies of values, so that a state which is changed in place is not shared with those it was emitted to. */
@FunctionalInterface
public interface Copies {
    /** A copy of the value, or the value itself if objects of that type never change or are the function's own. */
    <T> T copy(StateType<T> type, T value);
}
