package io.staunch.function;

import java.io.Serializable;

/** A key and a result of that key in, one value out. */
@FunctionalInterface
public interface KeyedMapFunction<K, A, R> extends Serializable {
    R map(K key, A value) throws Exception;
}
