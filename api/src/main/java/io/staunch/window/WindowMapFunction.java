package io.staunch.window;

import java.io.Serializable;

/** A window, its key and its result in, one value out. */
@FunctionalInterface
public interface WindowMapFunction<K, R, O> extends Serializable {
    O map(Window window, K key, R result) throws Exception;
}
