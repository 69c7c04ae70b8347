package io.staunch.function;

import java.io.Serializable;

/** Whether a record goes on. */
@FunctionalInterface
public interface FilterFunction<T> extends Serializable {
    boolean test(T value) throws Exception;
}
