package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.HappenedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The faults by name of a simulation: whether there are such places, and whether each has struck. A check that can't fail is none: a name
 * that is met nowhere is refused before any run, and a fault that no run has met is an error after all of them.
 */
final class NamedFaults {
    private static final int SCOUTS = 3;

    /** Waited for, so that a run goes on and counts places, and never met. */
    private static final ExactFault NEVER = new ExactFault(FaultAction.CRASH, "a place that is met never", 1);

    private final List<Fault> named;
    private final List<ExactFault> all;
    private final long[] struck;

    NamedFaults(List<Fault> named) {
        this.named = List.copyOf(named);
        all = named.stream().flatMap(f -> f.exact().stream()).toList();
        struck = new long[all.size()];
    }

    FaultPlan plan() {
        return FaultPlan.exactly(all.toArray(ExactFault[]::new));
    }

    /** @throws IllegalArgumentException if no run of this setup meets one of the places, with the names that are met */
    void requireKnown(Setup setup, long seed) {
        Set<String> met = new TreeSet<>();
        for (int i = 0; i < SCOUTS && !met.containsAll(wanted()); i++) {
            met.addAll(scout(setup, seed - i, NEVER));
            met.addAll(
                    scout(setup, seed - i, new ExactFault(FaultAction.CRASH, ProtocolStep.DURABLE.name(), 1), NEVER));
        }
        for (Fault fault : named) {
            if (!isStep(fault.at()) && !met.contains(fault.at())) {
                throw new IllegalArgumentException("no run of this pipeline meets '" + fault.at()
                        + "', so there can be no " + fault + "; calls that it makes: "
                        + met.stream().filter(p -> !isStep(p)).toList() + ", steps of the protocol: "
                        + met.stream().filter(NamedFaults::isStep).toList());
            }
        }
    }

    /** What has happened in a run. Any thread. */
    synchronized void see(RunResult run) {
        int next = 0;
        for (HappenedFault fault : run.faults()) {
            int found = next;
            while (found < all.size() && !matches(all.get(found), fault)) {
                found++;
            }
            if (found < all.size()) {
                struck[found]++;
                next = found + 1;
            }
        }
    }

    /** The faults that have struck in no run, with what to do; null if there are none. */
    @Nullable
    synchronized String missing(long runs) {
        List<String> never = new ArrayList<>();
        for (int i = 0; i < struck.length; i++) {
            if (struck[i] == 0) {
                ExactFault fault = all.get(i);
                never.add(fault.action() + " at " + fault.at() + ", meeting " + fault.occurrence() + " (number "
                        + (i + 1) + " of " + all.size() + ")");
            }
        }
        return never.isEmpty()
                ? null
                : "of the faults by name these have struck in none of " + runs
                        + " runs, so nothing was tested by them: "
                        + never.stream().collect(Collectors.joining("; "))
                        + ". Name an earlier meeting, another order, or feed more records";
    }

    private static boolean matches(ExactFault planned, HappenedFault happened) {
        return planned.action() == happened.action()
                && (planned.at().equals(happened.at()) || planned.at().equals(ExactFault.IN_RECOVERY + happened.at()));
    }

    private Set<String> wanted() {
        return named.stream().map(Fault::at).filter(at -> !isStep(at)).collect(Collectors.toSet());
    }

    private static Set<String> scout(Setup setup, long seed, ExactFault... faults) {
        return new SimulationRun(setup.plans(s -> FaultPlan.exactly(faults)), new Recorder(), seed)
                .run()
                .places()
                .keySet();
    }

    private static boolean isStep(String place) {
        return Stream.of(ProtocolStep.values()).anyMatch(s -> s.name().equals(place));
    }
}
