package io.staunch.sketches;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.function.Aggregate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same values each time, so that the estimates are the same each time too. */
class SketchesTest {
    private static final Aggregate<Integer, ?, Long> TEXTS = Sketches.approximateDistinctCount(n -> "user-" + n);
    private static final Aggregate<Integer, ?, Long> NUMBERS = Sketches.approximateDistinctCountOfLongs(n -> n);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 1_000, 100_000})
    void theEstimateIsWithinThreeStandardErrors(int distinct) {
        for (Aggregate<Integer, ?, Long> aggregate : java.util.List.of(TEXTS, NUMBERS)) {
            assertThat((double) count(aggregate, distinct)).isBetween(distinct * 0.964, distinct * 1.036 + 0.5);
        }
    }

    private static <A> long count(Aggregate<Integer, A, Long> aggregate, int distinct) {
        A all = aggregate.create();
        for (int n = 0; n < 3 * distinct; n++) {
            all = aggregate.add(all, n % distinct);
        }
        return aggregate.result(all);
    }

    @Test
    void mergedPartsAreAsGoodAsTheWhole() {
        assertThat(merged(TEXTS)).isEqualTo(count(TEXTS, 20_000));
    }

    /** Parts overlap; the right one of a merge stays as it is. */
    private static <A> long merged(Aggregate<Integer, A, Long> aggregate) {
        A left = aggregate.create();
        A right = aggregate.create();
        for (int n = 0; n < 20_000; n++) {
            left = n < 15_000 ? aggregate.add(left, n) : left;
            right = n > 5_000 ? aggregate.add(right, n) : right;
        }
        long before = aggregate.result(right);
        left = aggregate.merge(left, right);
        assertThat(aggregate.result(right)).isEqualTo(before);
        return aggregate.result(left);
    }

    /** What is kept in checkpoints depends on the hash and on the library's format: neither may change unseen. */
    @Test
    void theBytesOfASketchAreThoseOfEarlierBuilds() {
        assertThat(bytes(TEXTS)).isEqualTo(GOLDEN);
    }

    private static final int GOLDEN = 46_211_903;

    @SuppressWarnings("unchecked") // a sketch of this package
    private static int bytes(Aggregate<Integer, ?, Long> aggregate) {
        var sketch = (DistinctSketch<Integer>) aggregate;
        DistinctSketch.Registers registers = sketch.create();
        for (int n = 0; n < 10_000; n++) {
            registers = sketch.add(registers, n);
        }
        return java.util.Arrays.hashCode(registers.state());
    }
}
