package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.RestartPolicy;
import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Enrichments in simulated worlds: calls that are slow, fail and get lost, crashes, zombies, and rescaling with each process. */
class EnrichmentSimulationTest {
    private static final int COUNT = 150;
    private static final int SEEDS = 60;
    private static final int SLOW = 120;

    @Test
    void everyOrderIsPricedOnceInTheOrderOfItsShopAndNoneIsLate() {
        System.out.println(rescaled(Prices.inOrder(COUNT)).seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void everyOrderIsPricedOnceWhateverTheOrderOfAnswersAndNoneIsLate() {
        System.out.println(rescaled(Prices.inNoOrder(COUNT)).seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void twoInARowAroundAUnionLoseRepeatAndDelayNothing() {
        System.out.println(rescaled(Prices.inARow(COUNT)).seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void noOrderIsLostAtLeastOnce() {
        System.out.println(rescaled(Prices.atLeastOnce(COUNT)).seeds(SEEDS).expectAtLeastOnce());
    }

    /** Found by random pipelines: the last checkpoint was given up again and again, and all answers with it. */
    @Test
    void aJobFinishesThoughWhatIsInFlightTakesLongerThanACheckpointMay() {
        System.out.println(Prices.slowAtTheEnd(SLOW, Duration.ofMillis(10))
                .settings(settings -> settings.checkpointTimeout(Duration.ofMillis(60)))
                .bounds(new Bounds(20_000, 60_000))
                .seeds(10)
                .expectExactlyOnce());
    }

    /** Nothing goes on for longer than a checkpoint may take, since one answer is slow: that is in its time as long as its call is. */
    @Test
    void aJobFinishesWithoutAskingAnewThoughOneAnswerTakesLongerThanACheckpointMay() {
        Simulation simulation = Prices.slowAtTheEnd(2, Duration.ofSeconds(5))
                .settings(settings -> settings.checkpointTimeout(Duration.ofMillis(60))
                        .toleratedFailures(0)
                        .restart(RestartPolicy.never()))
                .bounds(new Bounds(200_000, 200_000))
                .withoutFaults();
        for (long seed = 1; seed <= 3; seed++) {
            RunResult run = simulation.replay(seed, Guarantee.EXACTLY_ONCE);
            assertThat(run.violations()).isEmpty();
            assertThat(run.processes()).isEqualTo(1);
        }
    }

    private static Simulation rescaled(Simulation simulation) {
        return simulation
                .settings(settings -> settings.keyGroups(Math.max(4, settings.keyGroups()))
                        .parallelism(settings.parallelism() == 3 ? 4 : settings.parallelism()))
                .bounds(new Bounds(20_000, 60_000));
    }
}
