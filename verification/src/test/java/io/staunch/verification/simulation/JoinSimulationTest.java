package io.staunch.verification.simulation;

import io.staunch.testkit.simulation.Bounds;
import org.junit.jupiter.api.Test;

/** A deduplication by event time and an outer join in simulated worlds: disorder over splits, crashes, zombies, and rescaling with each process. */
class JoinSimulationTest {
    private static final int COUNT = 120;
    private static final int SEEDS = 150;

    @Test
    void everyOrderComesOnceWithEachPaymentInTimeOrWithNone() {
        System.out.println(Shop.simulation(COUNT)
                .settings(settings -> settings.keyGroups(Math.max(5, settings.keyGroups()))
                        .parallelism(settings.parallelism() == 3 ? 5 : settings.parallelism()))
                .bounds(new Bounds(20_000, 60_000))
                .seeds(SEEDS)
                .expectExactlyOnce());
    }
}
