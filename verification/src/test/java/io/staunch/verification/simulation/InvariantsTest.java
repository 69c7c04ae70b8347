package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.statebackend.file.FileCheckpointStore;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invariants that need a look of their own, beside those that each simulation checks. */
class InvariantsTest {
    private static final int FLIGHTS = 200;
    private static final int SEEDS = 200;
    private static final int MOST_SEEDS = 1_000;
    private static final int AT_ONCE = 20;

    private static final LogSource<Flight> DELETING = new LogSource<>("flights", Flight.class).deletingWhatHasSettled();

    @Test
    void theCheckpointThatTheLedgerNamesIsReadableAtEachStepThatCouldFreeIt() {
        Simulation simulation = Running.onTheLog(FLIGHTS).runner(WatchedStore.runner(FileCheckpointStore::new));
        System.out.println(simulation.seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void oneThatIsFreedTooEarlyIsMissedBeforeAnybodyAsksForIt() {
        Simulation simulation = Running.onTheLog(FLIGHTS).runner(WatchedStore.runner(Controls::collecting));
        for (long seed = 1; seed <= MOST_SEEDS; seed += AT_ONCE) {
            List<RunResult> failed = simulation
                    .from(seed)
                    .seeds(AT_ONCE)
                    .run(Guarantee.EXACTLY_ONCE)
                    .failed();
            if (!failed.isEmpty()) {
                RunResult first = failed.get(0);
                assertThat(first.violations().get(0)).contains("I6: checkpoint");
                System.out.println(
                        "seed " + first.seed() + ": " + first.violations().get(0));
                return;
            }
        }
        throw new AssertionError("none of " + MOST_SEEDS + " runs finds a checkpoint that is freed too early");
    }

    @Test
    void nothingIsAcknowledgedToASourceThatARecoveryStillNeeds() {
        System.out.println(Running.simulation(DELETING, new LogLead<>("totals", Departures::origin), FLIGHTS)
                .seeds(SEEDS)
                .expectExactlyOnce());
    }

    @Test
    void norWithoutALead() {
        System.out.println(Running.simulation(DELETING, new TableUpsert<>("totals", Departures::origin), FLIGHTS)
                .seeds(SEEDS)
                .expectExactlyOnce());
    }
}
