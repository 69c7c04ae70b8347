package io.staunch.verification.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(1, 2.5, 4, 4));
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(1, 2, 3, 3));
    }

    @Test
    void nothingHasNoSpread() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTargetIsMetWhenEveryPairMeetsIt() {
        assertThat(Verdict.of(new Spread(1.0, 1.2, 1.4, 7), 1.0, true)).isEqualTo(Verdict.MET);
        assertThat(Verdict.of(new Spread(8, 9, 10, 7), 10, false)).isEqualTo(Verdict.MET);
    }

    @Test
    void aTargetIsMissedWhenNoPairMeetsIt() {
        assertThat(Verdict.of(new Spread(0.7, 0.8, 0.9, 7), 1.0, true)).isEqualTo(Verdict.MISSED);
        assertThat(Verdict.of(new Spread(11, 12, 13, 7), 10, false)).isEqualTo(Verdict.MISSED);
    }

    @Test
    void aTargetWithinTheSpreadIsNotDecided() {
        assertThat(Verdict.of(new Spread(0.9, 1.1, 1.4, 7), 1.0, true)).isEqualTo(Verdict.NOT_DECIDED);
        assertThat(Verdict.of(new Spread(9, 9.5, 11, 7), 10, false)).isEqualTo(Verdict.NOT_DECIDED);
    }

    @Test
    void sixPairsDecideNothing() {
        assertThat(Verdict.of(new Spread(5, 6, 7, 6), 1.0, true)).isEqualTo(Verdict.NOT_DECIDED);
    }
}
