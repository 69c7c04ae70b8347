package io.staunch.function;

import java.io.Serializable;

/** Two values of one key into one; associative. */
@FunctionalInterface
public interface ReduceFunction<T> extends Serializable {
    T reduce(T left, T right) throws Exception;
}
