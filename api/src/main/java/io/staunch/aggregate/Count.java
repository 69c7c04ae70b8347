package io.staunch.aggregate;

/** Counts records. */
record Count<T>() implements InvertibleAggregate<T, Count.Records, Long> {
    /** How many. */
    record Records(long count) {}

    @Override
    public Records create() {
        return new Records(0);
    }

    @Override
    public Records add(Records records, T value) {
        return new Records(records.count + 1);
    }

    @Override
    public Records merge(Records left, Records right) {
        return new Records(left.count + right.count);
    }

    @Override
    public Records subtract(Records whole, Records part) {
        return new Records(whole.count - part.count);
    }

    @Override
    public Long result(Records records) {
        return records.count;
    }

    @Override
    public Class<Records> accumulatorType() {
        return Records.class;
    }
}
