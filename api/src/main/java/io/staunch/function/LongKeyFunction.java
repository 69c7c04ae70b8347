package io.staunch.function;

import java.io.Serializable;

/** The primitive key of a record. */
@FunctionalInterface
public interface LongKeyFunction<T> extends Serializable {
    long key(T value) throws Exception;
}
