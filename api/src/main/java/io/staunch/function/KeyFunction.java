package io.staunch.function;

import java.io.Serializable;

/** The key of a record: deterministic, never null, with value semantics. */
@FunctionalInterface
public interface KeyFunction<T, K> extends Serializable {
    K key(T value) throws Exception;
}
