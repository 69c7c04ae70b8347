package io.staunch.aggregate;

import io.staunch.function.Aggregate;
import io.staunch.function.DoubleValueFunction;

/** The mean of floating-point numbers. */
record Average<T>(DoubleValueFunction<? super T> value) implements Aggregate<T, Average.Sum, Double> {
    /** Of how many. */
    record Sum(long count, double sum) {}

    @Override
    public Sum create() {
        return new Sum(0, 0);
    }

    @Override
    public Sum add(Sum sum, T record) {
        return new Sum(sum.count + 1, sum.sum + value.of(record));
    }

    @Override
    public Sum merge(Sum left, Sum right) {
        return new Sum(left.count + right.count, left.sum + right.sum);
    }

    @Override
    public Double result(Sum sum) {
        return sum.sum / sum.count;
    }

    @Override
    public Class<Sum> accumulatorType() {
        return Sum.class;
    }
}
