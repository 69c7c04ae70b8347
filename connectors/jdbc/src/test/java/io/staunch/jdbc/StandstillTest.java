package io.staunch.jdbc;

import static io.staunch.jdbc.Standstill.Word.GOES_ON;
import static io.staunch.jdbc.Standstill.Word.NONE;
import static io.staunch.jdbc.Standstill.Word.WAITS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void itIsToldOnceAfterTenSecondsBeyondWhatItTakesAnyhow() {
        var standstill = new Standstill(5 * SECOND);
        assertThat(standstill.see(true, false, 100 * SECOND)).isEqualTo(NONE);
        assertThat(standstill.see(true, false, 115 * SECOND - 1)).isEqualTo(NONE);
        assertThat(standstill.see(true, false, 115 * SECOND)).isEqualTo(WAITS);
        assertThat(standstill.see(true, false, 200 * SECOND)).isEqualTo(NONE);
        assertThat(standstill.see(true, true, 201 * SECOND)).isEqualTo(GOES_ON);
        assertThat(standstill.see(false, false, 202 * SECOND)).isEqualTo(NONE);
    }

    @Test
    void whoComesFurtherOrHasNothingBeforeItDoesNotStandStill() {
        var standstill = new Standstill(0);
        for (int i = 0; i < 100; i++) {
            assertThat(standstill.see(true, i % 9 == 0, i * SECOND)).isEqualTo(NONE);
        }
        for (int i = 100; i < 200; i++) {
            assertThat(standstill.see(i % 9 != 0, false, i * SECOND)).isEqualTo(NONE);
        }
    }
}
