package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.jdbc.SettledEnd.Look;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettledEndTest {
    private final SettledEnd end = new SettledEnd(100);

    private static RowPosition row(long id) {
        return new RowPosition(null, id);
    }

    private @Nullable RowPosition look(long nanos, long lastId, long next, long oldest) {
        return end.after(new Look(lastId == 0 ? null : row(lastId), next, oldest), nanos, nanos);
    }

    @Test
    void anEmptyTableHasNoEnd() {
        assertThat(look(0, 0, 5, 5)).isNull();
        assertThat(look(1_000, 0, 5, 5)).isNull();
    }

    /** Whoever has taken a place but no number yet is waited for by time, and then by its number. */
    @Test
    void aMarkHoldsWhenTimeHasPassedAndThenAllTransactionsOfThatMomentHaveEnded() {
        assertThat(look(0, 10, 50, 50)).isNull();
        assertThat(look(99, 10, 60, 60)).isNull();
        assertThat(look(100, 10, 70, 65)).isNull();
        assertThat(look(200, 10, 90, 69)).isNull();
        assertThat(look(300, 10, 90, 70)).isEqualTo(row(10));
    }

    @Test
    void transactionsThatBeginLaterAreNotWaitedFor() {
        look(0, 10, 50, 50);
        assertThat(look(100, 20, 70, 70)).isEqualTo(row(10));
        assertThat(look(150, 20, 90, 70)).isEqualTo(row(10));
        assertThat(look(200, 20, 90, 70)).isEqualTo(row(10));
        assertThat(look(210, 20, 90, 90)).isEqualTo(row(20));
    }

    /** A look that takes long shows what was there at any moment of it. */
    @Test
    void theTimeOfAMarkCountsFromTheEndOfItsLookAndTheNextLookFromItsBeginning() {
        end.after(new Look(row(10), 50, 50), 0, 80);
        assertThat(end.after(new Look(row(10), 60, 60), 179, 300)).isNull();
        assertThat(end.after(new Look(row(10), 60, 60), 180, 181)).isEqualTo(row(10));
    }

    @Test
    void whereNoTransactionsAreToldOnlyTimeCounts() {
        look(0, 10, 0, 0);
        assertThat(look(99, 10, 0, 0)).isNull();
        assertThat(look(100, 10, 0, 0)).isEqualTo(row(10));
    }

    @Test
    void theEndNeverGoesBackWhenRowsAreDeleted() {
        look(0, 10, 1, 1);
        look(100, 3, 1, 1);
        assertThat(look(200, 3, 1, 1)).isEqualTo(row(10));
        assertThat(look(300, 0, 1, 1)).isEqualTo(row(10));
    }

    @Test
    void manyMarksAreNotKept() {
        for (int i = 0; i < 10_000; i++) {
            look(i % 2, i + 1, 100, 1);
        }
        assertThat(look(10_000, 10_001, 200, 200)).isEqualTo(row(64));
        assertThat(look(20_000, 10_001, 200, 200)).isEqualTo(row(10_001));
    }
}
