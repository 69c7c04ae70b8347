package io.staunch.aggregate;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;

/** Folds records into a value, and merges two such values. */
record Folded<T, A>(
        Class<A> accumulatorType,
        SupplierFunction<A> initial,
        FoldFunction<A, ? super T> function,
        ReduceFunction<A> merging)
        implements Aggregate<T, A, A> {
    @Override
    public A create() {
        return initial.make();
    }

    @Override
    public A add(A accumulator, T value) {
        try {
            return function.fold(accumulator, value);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failed("fold", e);
        }
    }

    @Override
    public A merge(A left, A right) {
        try {
            return merging.reduce(left, right);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failed("merge", e);
        }
    }

    @Override
    public A result(A accumulator) {
        return accumulator;
    }

    private static StaunchException failed(String what, Exception cause) {
        return new StaunchException(
                "a function that should " + what + " threw " + cause, Remedy.RESTART_FROM_CHECKPOINT, cause);
    }
}
