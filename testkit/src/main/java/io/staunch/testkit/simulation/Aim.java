package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.ProcessFaults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans whose deaths are not by chance: taken together, every ordered pair of crash points comes up equally often, one death next after the
 * other. Which ones a plan has follows from its number alone, so that the next pair is always one of those that were aimed at least
 * often. What else goes wrong is by chance.
 *
 * <p>The points of all plans in a row are a cycle in which each pair of neighbours appears once: for each point i, it, and then it and
 * each later one in turn (the cycle of de Bruijn for words of two letters).
 */
public final class Aim {
    private static final int DEATHS = 5;

    private final List<CrashPoint> points;
    private final int[] cycle;
    private final Map<CrashPoint, ExactFault> leads;

    /**
     * What the runs of a pipeline meet.
     *
     * @param lead whether a sink leads the job
     * @param followers whether there are sinks that write after checkpoints
     * @param ledger whether one of these has a ledger
     * @param calls to outside systems, such as {@code kafka.commit}
     */
    public record Places(boolean lead, boolean followers, boolean ledger, List<String> calls) {
        public Places {
            calls = List.copyOf(calls);
        }
    }

    /** Aims at the places of a pipeline. */
    public Aim(Places places) {
        points = CrashPoint.all(places);
        cycle = cycle(points.size());
        leads = leads(places);
    }

    /** How many plans there are until all pairs were aimed at once. */
    public int plans() {
        return (cycle.length + DEATHS - 2) / (DEATHS - 1);
    }

    /** For every second turn the next plan that is aimed, for the others one by chance. */
    public FaultPlan everySecond(long turn, Chance chance) {
        return Math.floorMod(turn, 2) == 0 ? plan(Math.floorDiv(turn, 2), chance) : FaultPlan.byChance(chance);
    }

    /** The plan with this number. */
    FaultPlan plan(long number, Chance chance) {
        FaultPlan odds = FaultPlan.byChance(chance);
        List<ExactFault> faults = new ArrayList<>();
        int start = (int) Math.floorMod(number * (DEATHS - 1), (long) cycle.length);
        for (int i = 0; i < DEATHS; i++) {
            CrashPoint point = points.get(cycle[(start + i) % cycle.length]);
            ExactFault lead = leads.get(point);
            if (lead != null) {
                faults.add(lead);
            }
            faults.add(point.fault());
        }
        return new FaultPlan(ProcessFaults.NONE, odds.call(), odds.diskError(), odds.recovery(), faults.size(), faults);
    }

    /** What has to go wrong before some places are met at all. */
    private static Map<CrashPoint, ExactFault> leads(Places places) {
        var zombie = new ExactFault(FaultAction.PAUSE, ProtocolStep.CHECKPOINT_STARTED.name(), 1);
        // Later than the few writes by which a process claims the store.
        var chunk = new ExactFault(FaultAction.REFUSE_PART_WAY, "disk.APPEND", 8);
        Map<CrashPoint, ExactFault> leads = new HashMap<>();
        leads.put(step(ProtocolStep.CHECKPOINT_FAILED), chunk);
        places.calls().stream()
                .filter(call -> call.endsWith(".commit") && !call.startsWith("table."))
                .forEach(commit ->
                        leads.put(step(ProtocolStep.RESTARTING), new ExactFault(FaultAction.LOSE_REQUEST, commit, 1)));
        // A follower that does not know whether it has written finds out; later than the few commits by which it is
        // fenced and owned.
        var unknown = new ExactFault(FaultAction.LOSE_ANSWER, "table.commit", 6);
        CrashPoint.at("table.rollback").forEach(point -> leads.put(point, unknown));
        // The successor finds what the one that stands still has not written.
        leads.put(
                step(ProtocolStep.FOLLOWER_CAUGHT_UP),
                new ExactFault(FaultAction.PAUSE, ProtocolStep.FOLLOWER_COMMIT_SENT.name(), 1));
        leads.put(step(ProtocolStep.ENDED), zombie);
        CrashPoint.at("disk." + DiskCall.Kind.TRUNCATE).forEach(point -> leads.put(point, chunk));
        CrashPoint.at("disk." + DiskCall.Kind.LOCK_HOLDER).forEach(point -> leads.put(point, zombie));
        return leads;
    }

    private static CrashPoint step(ProtocolStep step) {
        return new CrashPoint(FaultAction.CRASH, step.name());
    }

    private static int[] cycle(int size) {
        int[] cycle = new int[size * size];
        int next = 0;
        for (int i = 0; i < size; i++) {
            cycle[next++] = i;
            for (int j = i + 1; j < size; j++) {
                cycle[next++] = i;
                cycle[next++] = j;
            }
        }
        return cycle;
    }
}
