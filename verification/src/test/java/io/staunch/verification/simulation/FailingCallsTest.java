package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each call to the disk and to systems outside, reads as well as writes, fails once: the first time that it is made, and in the start behind a death. What could not be done is
 * done again, and nothing is lost or repeated.
 */
class FailingCallsTest {
    private static final int FLIGHTS = 40;
    private static final int SCOUTS = 10;

    /** A fault that is waited for, so that places are counted, and never comes. */
    private static final ExactFault NOWHERE = new ExactFault(FaultAction.CRASH, "nowhere", 1);

    private static final ExactFault DEATH = ExactFault.crash(ProtocolStep.DURABLE, 1);

    /** Over what. */
    enum Outside {
        LOG,
        KAFKA,
        TABLES_BEHIND_A_LEAD,
        PREPARED;

        Simulation simulation() {
            return switch (this) {
                case LOG -> Running.onTheLog(FLIGHTS);
                case KAFKA -> Running.onKafka(FLIGHTS);
                case TABLES_BEHIND_A_LEAD -> Followers.twoBehindALead(FLIGHTS);
                case PREPARED -> Followers.preparedAlone(FLIGHTS);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostOrRepeatedWhenACallFails(Outside outside) {
        Simulation simulation = outside.simulation();
        Set<String> calls = calls(simulation);
        assertThat(calls).contains("disk.READ", "disk.APPEND", "disk.LIST");
        List<FaultPlan> plans = new ArrayList<>();
        for (String call : calls) {
            plans.add(FaultPlan.exactly(new ExactFault(FaultAction.REFUSE, call, 1)));
            plans.add(FaultPlan.exactly(DEATH, new ExactFault(FaultAction.REFUSE, ExactFault.IN_RECOVERY + call, 1)));
        }
        CampaignResult result = simulation
                .seeds(plans.size())
                .from(0)
                .faults(seed -> plans.get((int) seed))
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(result.passed()).as("%s", result).isTrue();
        // Those outside that are handed over, such as a record to a client's buffer, are never refused.
        assertThat(calls)
                .filteredOn(call -> call.startsWith("disk."))
                .allSatisfy(call -> assertThat(result.faultsAt()).containsKey("REFUSE " + call));
        System.out.println(outside + ": " + calls.size() + " calls, " + result.faultsAt());
    }

    /** Calls that are made in every run. */
    private static Set<String> calls(Simulation simulation) {
        Set<String> calls = met(simulation, 1);
        for (long seed = 2; seed <= SCOUTS; seed++) {
            calls.retainAll(met(simulation, seed));
        }
        return calls;
    }

    private static Set<String> met(Simulation simulation, long seed) {
        return simulation
                .faults(any -> FaultPlan.exactly(DEATH, NOWHERE))
                .replay(seed, Guarantee.EXACTLY_ONCE)
                .places()
                .keySet()
                .stream()
                .filter(place -> place.contains("."))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
