package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.Bounds;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/**
 * Windows in simulated worlds: random disorder over splits, crashes, zombies, and rescaling with each process (F33, F35), against a batch
 * computation.
 */
class WindowSimulationTest {
    private static final int READINGS = 200;

    @Test
    void slidingTumblingAndSessionWindowsOverOneToFourTasksAreThoseOfABatchComputation() {
        Set<Integer> parallelisms = new ConcurrentSkipListSet<>();
        System.out.println(WindowedSensors.simulation(READINGS)
                .settings(settings -> {
                    parallelisms.add(settings.parallelism());
                    return settings;
                })
                .bounds(new Bounds(20_000, 60_000))
                .seeds(200)
                .expectExactlyOnce());
        assertThat(parallelisms).containsExactly(1, 2, 3, 4);
    }
}
