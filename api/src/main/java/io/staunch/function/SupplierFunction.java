package io.staunch.function;

import java.io.Serializable;

/** Makes a value anew at each call. */
@FunctionalInterface
public interface SupplierFunction<T> extends Serializable {
    T make();
}
