package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.HappenedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of a simulation.
 *
 * @param seed the whole run in one number, together with the simulation's description
 * @param violations what was wrong; empty if nothing was
 * @param output committed output against what must come
 * @param faults what befell the processes, in order
 * @param events how often each step of the protocol was taken
 * @param places how often each place was met where a fault can be put, while there were faults; see {@link ExactFault#at}
 * @param lastEvents the last protocol events and faults, to read
 * @param processes how many processes were started
 * @param steps of the world
 * @param virtualNanos time that has passed in the world
 * @param hash equal for equal runs
 * @param about what was simulated, and how to run it again; empty where that is known
 */
public record RunResult(
        long seed,
        List<String> violations,
        Oracle.Verdict output,
        List<HappenedFault> faults,
        Map<ProtocolStep, Integer> events,
        Map<String, Integer> places,
        List<String> lastEvents,
        int processes,
        long steps,
        long virtualNanos,
        long hash,
        String about) {
    public RunResult {
        violations = List.copyOf(violations);
        faults = List.copyOf(faults);
        events = Map.copyOf(events);
        places = Map.copyOf(places);
        lastEvents = List.copyOf(lastEvents);
    }

    public boolean passed() {
        return violations.isEmpty();
    }

    /** The same run with one more violation. */
    RunResult and(String violation) {
        List<String> more = new ArrayList<>(violations);
        more.add(violation);
        return new RunResult(
                seed, more, output, faults, events, places, lastEvents, processes, steps, virtualNanos, hash, about);
    }

    /** The same run, of which it is told what it was. */
    RunResult told(String what, String replay) {
        return new RunResult(
                seed,
                violations,
                output,
                faults,
                events,
                places,
                lastEvents,
                processes,
                steps,
                virtualNanos,
                hash,
                "  of " + what.stripTrailing().replace("\n", "\n  ") + "\n  replay: " + replay + '\n');
    }

    /** Checkpoints that became durable. */
    public int checkpoints() {
        return events.getOrDefault(ProtocolStep.DURABLE, 0);
    }

    /** Faults by which processes died. */
    public long crashes() {
        return faults.stream().filter(f -> f.action().kills()).count();
    }

    /** Processes that stood still and went on. */
    public long pauses() {
        return faults.stream().filter(f -> f.action().pauses()).count();
    }

    /** One line: the seed and what it broke first. */
    String brief() {
        return "seed " + seed + (passed() ? " passed" : " failed, too: " + violations.get(0)) + '\n';
    }

    /** Everything that one needs to understand a failure of {@code ./staunch simulate}. */
    public String report() {
        return report("./staunch simulate --seeds 1 --from " + seed);
    }

    /**
     * Everything that one needs to understand a failure.
     *
     * @param replay what runs this seed again
     */
    public String report(String replay) {
        var text = new StringBuilder();
        text.append("seed ")
                .append(seed)
                .append(passed() ? " passed" : " failed")
                .append(" after ");
        text.append(steps).append(" steps, ").append(virtualNanos / 1_000_000).append(" ms of virtual time and ");
        text.append(processes).append(" processes\n");
        violations.forEach(v -> text.append("  violation: ").append(v).append('\n'));
        text.append("  output: ").append(output).append('\n');
        text.append("  faults:\n");
        faults.forEach(f -> text.append("    ").append(f).append('\n'));
        text.append("  last events (step, process, event):\n");
        lastEvents.forEach(e -> text.append("    ").append(e).append('\n'));
        return text.append(about.isEmpty() ? "  replay: " + replay + '\n' : about)
                .toString();
    }
}
