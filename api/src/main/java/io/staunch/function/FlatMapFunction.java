package io.staunch.function;

import java.io.Serializable;

/** One value in, any number out. The collector is only valid during the call. */
@FunctionalInterface
public interface FlatMapFunction<T, R> extends Serializable {
    void flatMap(T value, Collector<R> out) throws Exception;
}
