package io.staunch.sketches;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.staunch.function.Aggregate;
import io.staunch.function.LongValueFunction;
import io.staunch.function.ValueFunction;
import java.util.Objects;

/**
 * Aggregates that estimate. Where exact ones keep every value, these keep some kilobytes for each pane, however many values there are, and merge without
 * losing precision.
 */
public final class Sketches {
    /** Never changed: what is kept in checkpoints depends on it. */
    private static final Hasher64 HASHER = Hashing.komihash5_0();

    private Sketches() {}

    /**
     * About how many different texts there are: with a standard error of 1.2 %, in {@value DistinctSketch#BYTES} bytes.
     *
     * @param value a text of a record
     */
    public static <T> Aggregate<T, ?, Long> approximateDistinctCount(ValueFunction<? super T, String> value) {
        Objects.requireNonNull(value, "value");
        return new DistinctSketch<>(record -> HASHER.hashCharsToLong(value.of(record)));
    }

    /** The same for whole numbers. */
    public static <T> Aggregate<T, ?, Long> approximateDistinctCountOfLongs(LongValueFunction<? super T> value) {
        Objects.requireNonNull(value, "value");
        return new DistinctSketch<>(record -> HASHER.hashLongLongToLong(value.of(record), 0));
    }
}
