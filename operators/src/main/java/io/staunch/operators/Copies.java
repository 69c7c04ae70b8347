package io.staunch.operators;

/** Makes copies of values, so that a state which is changed in place is not shared with those it was emitted to. */
@FunctionalInterface
public interface Copies {
    /** A copy of the value, or the value itself if objects of that class never change. */
    <T> T copy(Class<T> type, T value);
}
