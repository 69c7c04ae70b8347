package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Shrunk;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failing run is made small, and the small one fails in the same way, again and again. */
class ShrinkerTest {
    private static final int RUNS_REPEATED = 40;

    @ParameterizedTest
    @EnumSource(names = {"COMMIT_BEFORE_DURABLE", "READ_BEFORE_FENCE", "EMPTY_INTERVAL_NOT_ENTERED", "POSITION_BEHIND"})
    void aFailingRunIsMadeSmall(Break how) {
        Simulation simulation = Controls.broken(how);
        RunResult failed = Controls.firstFound(simulation, 1).orElseThrow();

        Shrunk shrunk = simulation.shrink(failed.seed(), Guarantee.EXACTLY_ONCE);
        System.out.println(how + ": " + shrunk);

        RunResult small = shrunk.result();
        assertThat(start(small)).isEqualTo(start(failed));
        assertThat(shrunk.records()).isLessThanOrEqualTo(10);
        assertThat(small.faults()).hasSizeLessThanOrEqualTo(2);
        assertThat(shrunk.plan().exact()).hasSameSizeAs(small.faults());
        assertThat(shrunk.plan().call().outagesPerSecond()).isZero();
        for (ExactFault fault : shrunk.plan().exact()) {
            assertThat(shrunk.code()).contains(fault.action() + ", \"" + fault.at() + "\", " + fault.occurrence());
        }
        assertThat(shrunk.simulation()
                        .replay(small.seed(), Guarantee.EXACTLY_ONCE)
                        .hash())
                .isEqualTo(small.hash());
        assertThat(simulation.shrink(failed.seed(), Guarantee.EXACTLY_ONCE)).hasToString(shrunk.toString());
    }

    /** Prints the rows of the table in docs/faults.md. */
    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "staunch.controls", matches = "full")
    void aRunOfEveryBrokenProtocolIsMadeSmall(Break how) {
        Simulation simulation = Controls.broken(how);
        RunResult failed = Controls.firstFound(simulation, 1).orElseThrow();
        Shrunk shrunk = simulation.shrink(failed.seed(), Guarantee.EXACTLY_ONCE);
        RunResult small = shrunk.result();
        System.out.println("| `" + how + "` | " + failed.seed() + " | 200 -> " + shrunk.records() + " | "
                + failed.faults().size() + " -> " + small.faults().size() + " | " + failed.processes() + " -> "
                + small.processes() + " | " + failed.steps() + " -> " + small.steps() + " | " + shrunk.runs() + " | "
                + small.faults().stream()
                        .map(fault -> fault.action() + " at " + fault.at())
                        .collect(Collectors.joining(", "))
                + " |");
        assertThat(start(small)).isEqualTo(start(failed));
        assertThat(small.faults()).hasSizeLessThanOrEqualTo(failed.faults().size());
    }

    @Test
    void aRunIsTheSameWhenItsFaultsAreRepeatedExactly() {
        for (Simulation simulation : new Simulation[] {Running.onTheLog(60), Running.onKafka(60)}) {
            for (long seed = 1; seed <= RUNS_REPEATED; seed++) {
                FaultPlan exact = simulation.exactFaults(seed, Guarantee.EXACTLY_ONCE);
                RunResult run = simulation.replay(seed, Guarantee.EXACTLY_ONCE);
                RunResult again = simulation.faults(any -> exact).replay(seed, Guarantee.EXACTLY_ONCE);
                assertThat(again.faults()).as("faults of seed %d", seed).isEqualTo(run.faults());
                assertThat(again.hash()).as("run of seed %d", seed).isEqualTo(run.hash());
            }
        }
    }

    @Test
    void aFailureOfACampaignIsToldSmall() {
        assertThatThrownBy(() -> Controls.broken(Break.POSITION_BEHIND).expectExactlyOnce())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("made small: records 200 ->")
                .hasMessageContaining("as a test:");
    }

    @Test
    void aRunThatDoesNotFailIsNotMadeSmall() {
        assertThatThrownBy(() -> Running.onTheLog(10).shrink(1, Guarantee.EXACTLY_ONCE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the run of seed 1 does not fail");
    }

    /** What is said before the first colon, whatever the numbers. */
    private static String start(RunResult run) {
        return run.violations().get(0).split(": ", 2)[0].replaceAll("\\d+", "#");
    }
}
