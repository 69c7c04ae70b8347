package io.staunch.function;

import java.io.Serializable;

/** The next accumulated value of a key from the last one and a record. */
@FunctionalInterface
public interface FoldFunction<A, T> extends Serializable {
    A fold(A accumulated, T value) throws Exception;
}
