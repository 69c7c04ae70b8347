package io.staunch.aggregate;

import io.staunch.function.LongValueFunction;

/** Adds whole numbers; a sum beyond the range of long is an error. */
record LongSum<T>(LongValueFunction<? super T> value) implements InvertibleAggregate<T, LongSum.Sum, Long> {
    /** Of what was added so far. */
    record Sum(long sum) {}

    @Override
    public Sum create() {
        return new Sum(0);
    }

    @Override
    public Sum add(Sum sum, T record) {
        return new Sum(Math.addExact(sum.sum, value.of(record)));
    }

    @Override
    public Sum merge(Sum left, Sum right) {
        return new Sum(Math.addExact(left.sum, right.sum));
    }

    @Override
    public Sum subtract(Sum whole, Sum part) {
        return new Sum(Math.subtractExact(whole.sum, part.sum));
    }

    @Override
    public Long result(Sum sum) {
        return sum.sum;
    }

    @Override
    public Class<Sum> accumulatorType() {
        return Sum.class;
    }
}
