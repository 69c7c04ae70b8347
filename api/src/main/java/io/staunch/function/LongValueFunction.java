package io.staunch.function;

import java.io.Serializable;

/** A whole number of a record. */
@FunctionalInterface
public interface LongValueFunction<T> extends Serializable {
    long of(T record);
}
