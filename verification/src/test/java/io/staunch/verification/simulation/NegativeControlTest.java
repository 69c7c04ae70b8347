package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.RunResult;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that misses a broken protocol proves nothing of a right one. */
class NegativeControlTest {
    @ParameterizedTest
    @EnumSource
    void everyBrokenProtocolIsFound(Break how) {
        Optional<RunResult> found = Controls.firstFound(Controls.broken(how), 1);
        assertThat(found).as("seeds that find " + how).isPresent();
        RunResult first = found.orElseThrow();
        System.out.println(how + " is found by seed " + first.seed() + ": "
                + first.violations().get(0));
    }
}
