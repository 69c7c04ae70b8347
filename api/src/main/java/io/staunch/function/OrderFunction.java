package io.staunch.function;

import java.io.Serializable;
import java.util.Comparator;

/** An order of records: a comparator that can be part of a pipeline. */
@FunctionalInterface
public interface OrderFunction<T> extends Comparator<T>, Serializable {}
