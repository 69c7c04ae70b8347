package io.staunch.function;

import java.io.Serializable;

/** Makes what takes the place of an answer that did not come, from the record and what its last call failed with. */
@FunctionalInterface
public interface FallbackFunction<T, R> extends Serializable {
    R instead(T value, Throwable why) throws Exception;
}
