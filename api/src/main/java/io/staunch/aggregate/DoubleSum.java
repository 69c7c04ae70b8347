package io.staunch.aggregate;

import io.staunch.function.DoubleValueFunction;

/** Adds floating-point numbers. Not invertible: what was rounded away can't be taken out again. */
record DoubleSum<T>(DoubleValueFunction<? super T> value)
        implements io.staunch.function.Aggregate<T, DoubleSum.Sum, Double> {
    /** Of what was added so far. */
    record Sum(double sum) {}

    @Override
    public Sum create() {
        return new Sum(0);
    }

    @Override
    public Sum add(Sum sum, T record) {
        return new Sum(sum.sum + value.of(record));
    }

    @Override
    public Sum merge(Sum left, Sum right) {
        return new Sum(left.sum + right.sum);
    }

    @Override
    public Double result(Sum sum) {
        return sum.sum;
    }

    @Override
    public Class<Sum> accumulatorType() {
        return Sum.class;
    }
}
