package io.staunch.function;

import java.io.Serializable;

/** A value of a record, never null. */
@FunctionalInterface
public interface ValueFunction<T, V> extends Serializable {
    V of(T record);
}
