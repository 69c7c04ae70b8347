package io.staunch.verification.simulation;

import io.staunch.testkit.simulation.Bounds;
import org.junit.jupiter.api.Test;

/**
 * Timers and watermarks in simulated worlds: random disorder over splits, crashes, zombies, and rescaling with each process (F33, F35),
 * against a batch computation.
 */
class EventTimeSimulationTest {
    private static final int READINGS = 200;

    @Test
    void windowsByTimersAreThoseOfABatchComputation() {
        System.out.println(Sensors.simulation(READINGS)
                .settings(settings -> settings.keyGroups(Math.max(5, settings.keyGroups()))
                        .parallelism(parallelism(settings.parallelism())))
                .bounds(new Bounds(20_000, 60_000))
                .seeds(300)
                .expectExactlyOnce());
    }

    /** From 1 to 3 as the seed has it; 5 instead of 3. */
    private static int parallelism(int chosen) {
        return chosen == 3 ? 5 : chosen;
    }
}
