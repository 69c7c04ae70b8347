package io.staunch.sketches;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import io.staunch.aggregate.TypedAggregate;
import io.staunch.function.LongValueFunction;
import io.staunch.state.StateType;

/**
 * Estimates how many different hashes there are, by UltraLogLog (Ertl, "UltraLogLog: A practical and more space-efficient alternative to HyperLogLog for
 * approximate distinct counting", 2024). The library works on the bytes that checkpoints keep, in place.
 *
 * @param hash 64 bits that depend on the value alone
 */
record DistinctSketch<T>(LongValueFunction<? super T> hash)
        implements TypedAggregate<T, DistinctSketch.Registers, Long> {
    private static final int PRECISION = 12;

    /** Of a sketch. */
    static final int BYTES = 1 << PRECISION;

    /** What the library calls its state. */
    record Registers(byte[] state) {}

    @Override
    public Registers create() {
        return new Registers(UltraLogLog.create(PRECISION).getState());
    }

    @Override
    public Registers add(Registers registers, T value) {
        UltraLogLog.wrap(registers.state).add(hash.of(value));
        return registers;
    }

    @Override
    public Registers merge(Registers left, Registers right) {
        UltraLogLog.wrap(left.state).add(UltraLogLog.wrap(right.state));
        return left;
    }

    @Override
    public Long result(Registers registers) {
        return Math.round(UltraLogLog.wrap(registers.state).getDistinctCountEstimate());
    }

    @Override
    public StateType<Registers> accumulator() {
        return StateType.of(Registers.class).whichTheFunctionOwns();
    }
}
