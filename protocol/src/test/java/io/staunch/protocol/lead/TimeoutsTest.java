package io.staunch.protocol.lead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeoutsTest {
    private static final long DEADLINE = 1_000;

    @Test
    void severalInARowAreTooManyAndACommitMakesUpForThem() {
        Timeouts timeouts = Timeouts.NONE;
        for (int i = 1; i < Timeouts.TOLERATED; i++) {
            timeouts = timeouts.failed(DEADLINE, DEADLINE);
            assertThat(timeouts.tooMany()).isFalse();
        }
        assertThat(timeouts.committed().failed(DEADLINE, DEADLINE).tooMany()).isFalse();
        assertThat(timeouts.failed(DEADLINE, DEADLINE).tooMany()).isTrue();
    }

    @Test
    void aFailureBeforeTheDeadlineIsNone() {
        assertThat(Timeouts.NONE.failed(DEADLINE - 1, DEADLINE)).isEqualTo(Timeouts.NONE);
    }

    @Test
    void eachHalvesTheIntervalDownToAMillisecond() {
        long interval = 8_000_000;
        assertThat(new Timeouts(1).intervalNanos(interval)).isEqualTo(4_000_000);
        assertThat(new Timeouts(4).intervalNanos(interval)).isEqualTo(1_000_000);
        assertThat(new Timeouts(70).intervalNanos(interval)).isEqualTo(1_000_000);
        assertThat(new Timeouts(1).intervalNanos(500_000)).isEqualTo(500_000);
    }
}
