package io.staunch.time;

import java.io.Serializable;
import java.time.Instant;

/** The instant at which what a record tells of happened. */
@FunctionalInterface
public interface InstantFunction<T> extends Serializable {
    Instant at(T value) throws Exception;
}
