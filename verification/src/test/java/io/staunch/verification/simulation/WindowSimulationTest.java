package io.staunch.verification.simulation;

import io.staunch.testkit.simulation.Bounds;
import org.junit.jupiter.api.Test;

/**
 * Windows in simulated worlds: random disorder over splits, crashes, zombies, and rescaling with each process (F33, F35), against a batch
 * computation.
 */
class WindowSimulationTest {
    private static final int READINGS = 200;

    @Test
    void slidingTumblingAndSessionWindowsAreThoseOfABatchComputation() {
        System.out.println(WindowedSensors.simulation(READINGS)
                .settings(settings -> settings.keyGroups(Math.max(5, settings.keyGroups()))
                        .parallelism(parallelism(settings.parallelism())))
                .bounds(new Bounds(20_000, 60_000))
                .seeds(200)
                .expectExactlyOnce());
    }

    /** From 1 to 3 as the seed has it; 4 instead of 3. */
    private static int parallelism(int chosen) {
        return chosen == 3 ? 4 : chosen;
    }
}
