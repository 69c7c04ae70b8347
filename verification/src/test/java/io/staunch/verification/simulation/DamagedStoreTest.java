package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job that comes back to a damaged folder goes on exactly, or does not start and says why. It never gives a wrong result. */
class DamagedStoreTest {
    private static final int SEEDS = 200;
    private static final int FLIGHTS = 60;

    @Test
    void aJobOnADamagedFolderIsExactOrIsRefusedByTheNameOfTheFile() {
        Simulation simulation =
                Running.onTheLog(FLIGHTS).runner(new DamagingRunner()).faults(DamagedStoreTest::crashes);
        int exact = 0;
        int refused = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult run = simulation.replay(seed, Guarantee.EXACTLY_ONCE);
            if (run.passed()) {
                exact++;
            } else {
                refused++;
                assertThat(run.violations().get(0))
                        .as("%s", run.report())
                        .matches(DamagedStoreTest::isClear, "names what is wrong");
            }
        }
        System.out.println(SEEDS + " jobs on folders that were damaged: " + exact + " exact, " + refused + " refused");
        assertThat(exact).isPositive();
        assertThat(refused).isPositive();
    }

    /** Deaths of the process at any time, and nothing else. */
    private static FaultPlan crashes(long seed) {
        Chance chance = Chance.of(seed, "deaths");
        return FaultPlan.exactly(List.of(death(chance), death(chance), death(chance)));
    }

    private static ExactFault death(Chance chance) {
        return new ExactFault(FaultAction.CRASH, ExactFault.BETWEEN_STEPS, (int) chance.between(20, 300));
    }

    /** The store names file and place, or the ledger knows a checkpoint that the folder does not have any more. */
    private static boolean isClear(String violation) {
        boolean named =
                violation.contains("checkpoint store /state") && violation.matches("(?s).*file \\d+-\\d+\\.log.*");
        boolean missed =
                violation.contains("job 'departures' is not started from /state") && violation.contains("Ways out: ");
        return named || missed;
    }
}
