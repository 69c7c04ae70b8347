package io.staunch.verification.simulation;

import io.staunch.testkit.simulation.Bounds;
import org.junit.jupiter.api.Test;

/** A table that is broadcast to two operators in simulated worlds: crashes, zombies, and rescaling with each process. */
class BroadcastSimulationTest {
    private static final int COUNT = 200;
    private static final int SEEDS = 150;

    @Test
    void everyCaseMeetsABookWithoutHolesThatNeverGoesBack() {
        System.out.println(Rulebook.simulation(COUNT)
                .bounds(new Bounds(20_000, 60_000))
                .seeds(SEEDS)
                .expectExactlyOnce());
    }

    /** Barriers are not aligned, and what is read again changes the table again. */
    @Test
    void atLeastOnceEveryCaseMeetsATableThatIsWhole() {
        System.out.println(Tallies.simulation(COUNT)
                .bounds(new Bounds(20_000, 60_000))
                .seeds(SEEDS / 2)
                .expectAtLeastOnce());
    }
}
