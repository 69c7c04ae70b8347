package io.staunch.function;

import java.io.Serializable;

/**
 * A running aggregate with an accumulator that is kept as state and a result that is emitted.
 *
 * @param <T> records
 * @param <A> accumulator; kept in checkpoints, so its class is named by {@link #accumulatorType()}
 * @param <R> result
 */
public interface Aggregate<T, A, R> extends Serializable {
    /** A new, empty accumulator. */
    A create();

    /** The accumulator with one record more: the same object changed, or a new one. */
    A add(A accumulator, T value);

    /** Two accumulators as one. */
    A merge(A left, A right);

    /** What the accumulator stands for. */
    R result(A accumulator);

    /** The class that checkpoints restore. */
    Class<A> accumulatorType();
}
