package io.staunch.function;

/** Takes the results of a function. A record that was emitted is not changed any more, by anybody. */
@FunctionalInterface
public interface Collector<T> {
    void emit(T value);
}
