package io.staunch.function;

import java.io.Serializable;

/** A floating-point number of a record. */
@FunctionalInterface
public interface DoubleValueFunction<T> extends Serializable {
    double of(T record);
}
