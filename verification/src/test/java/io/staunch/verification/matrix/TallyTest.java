package io.staunch.verification.matrix;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.verification.kafka.CountingJob;
import io.staunch.verification.kafka.CountingJob.Running;
import org.junit.jupiter.api.Test;

/** Every way in which an output can be wrong is seen, and judged by what the guarantee promises. */
class TallyTest {
    private static final int KEYS = CountingJob.KEYS;

    private final Tally tally = new Tally();

    private void out(int number) {
        out(number, number / KEYS + 1, 0);
    }

    private void out(int number, long count, int partition) {
        tally.add(partition, new Running("k" + number % KEYS, count, number));
    }

    @Test
    void anExactOutputKeepsEveryGuarantee() {
        for (int number = 0; number < 3 * KEYS; number++) {
            out(number);
        }
        Tally.Figures figures = tally.figures(3 * KEYS);
        assertThat(figures).isEqualTo(new Tally.Figures(3L * KEYS, 3L * KEYS, 0, 0, 0, 0, 0, 0));
        assertThat(figures.keeps(EXACTLY_ONCE)).isTrue();
        assertThat(figures.keeps(AT_LEAST_ONCE)).isTrue();
        assertThat(figures.keeps(AT_MOST_ONCE)).isTrue();
    }

    @Test
    void keysMayComeInAnyOrderAmongEachOther() {
        for (int number = KEYS - 1; number >= 0; number--) {
            out(number);
        }
        assertThat(tally.figures(KEYS).keeps(EXACTLY_ONCE)).isTrue();
    }

    @Test
    void whatIsMissingAtTheEndIsLost() {
        out(0);
        Tally.Figures figures = tally.figures(2);
        assertThat(figures.lost()).isEqualTo(1);
        assertThat(figures.keeps(EXACTLY_ONCE)).isFalse();
        assertThat(figures.keeps(AT_LEAST_ONCE)).isFalse();
        assertThat(figures.keeps(AT_MOST_ONCE)).isTrue();
    }

    @Test
    void whatComesAgainIsADuplicate() {
        out(0);
        out(0);
        Tally.Figures figures = tally.figures(1);
        assertThat(figures.duplicated()).isEqualTo(1);
        assertThat(figures.keeps(EXACTLY_ONCE)).isFalse();
        assertThat(figures.keeps(AT_LEAST_ONCE)).isTrue();
        assertThat(figures.keeps(AT_MOST_ONCE)).isFalse();
    }

    @Test
    void aHoleIsSeenAtItsMomentAlsoIfItIsFilledLater() {
        out(KEYS);
        assertThat(tally.figures(2 * KEYS).holes()).isEqualTo(1);
        out(0);
        for (int number = 1; number < 2 * KEYS; number++) {
            if (number != KEYS) {
                out(number);
            }
        }
        Tally.Figures figures = tally.figures(2 * KEYS);
        assertThat(figures.lost()).isZero();
        assertThat(figures.holes()).isEqualTo(1);
        assertThat(figures.outOfOrder()).isEqualTo(1);
        assertThat(figures.keeps(EXACTLY_ONCE)).isFalse();
    }

    @Test
    void aKeyThatChangesItsPartitionIsOutOfOrder() {
        out(0, 1, 0);
        out(KEYS, 2, 1);
        assertThat(tally.figures(2 * KEYS).outOfOrder()).isEqualTo(1);
    }

    @Test
    void aCountThatDoesNotFollowFromItsNumberIsWrong() {
        out(KEYS, 1, 0);
        assertThat(tally.figures(2 * KEYS).wrongCounts()).isEqualTo(1);
    }

    @Test
    void whatNeverWentInOrCantBeReadIsForeignAndBreaksEveryGuarantee() {
        out(0);
        out(7);
        tally.add(0, new Running("k1", 1, 0));
        tally.addUnreadable();
        Tally.Figures figures = tally.figures(1);
        assertThat(figures.foreign()).isEqualTo(3);
        assertThat(figures.keeps(EXACTLY_ONCE)).isFalse();
        assertThat(figures.keeps(AT_LEAST_ONCE)).isFalse();
        assertThat(figures.keeps(AT_MOST_ONCE)).isFalse();
    }
}
