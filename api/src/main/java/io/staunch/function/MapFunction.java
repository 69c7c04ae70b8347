package io.staunch.function;

import java.io.Serializable;

/** One value in, one out. Called once per record, on one worker at a time; must not change its argument. */
@FunctionalInterface
public interface MapFunction<T, R> extends Serializable {
    R map(T value) throws Exception;
}
