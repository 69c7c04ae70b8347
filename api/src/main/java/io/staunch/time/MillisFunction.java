package io.staunch.time;

import java.io.Serializable;

/** When what a record tells of happened, in milliseconds since 1970. */
@FunctionalInterface
public interface MillisFunction<T> extends Serializable {
    long at(T value) throws Exception;
}
