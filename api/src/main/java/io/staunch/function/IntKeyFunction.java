package io.staunch.function;

import java.io.Serializable;

/** The primitive key of a record. */
@FunctionalInterface
public interface IntKeyFunction<T> extends Serializable {
    int key(T value) throws Exception;
}
