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
import java.util.Set;

/**
 * Plans whose deaths are not by chance: taken together, every ordered pair of crash points that a run can meet comes up equally often, one
 * death next after the other. Which ones a plan has follows from its number alone, so that the next pair is always one of those that were
 * aimed at least often. What else goes wrong is by chance.
 *
 * <p>Where every pair can be met, the points of all plans in a row are a cycle in which each pair of neighbours appears once: for each point
 * i, it, and then it and each later one in turn (the cycle of de Bruijn for words of two letters). A plan ends early where its next point
 * can't come after one of those before it. The cycle is cut into plans in as many ways as a plan has pairs, one after the other, so that
 * each pair is first in its plan as often as last.
 */
public final class Aim {
    private static final int DEATHS = 5;
    private static final int LONG = 1_500;
    private static final Set<String> FIRST_CALLS = Set.of("kafka.describeCluster", "log.peek");

    private final List<CrashPoint> points;

    /** Whether the second one can be met after a death at the first one: asked for so often that it is looked up once. */
    private final boolean[][] inOrder;

    private final List<int[]> rows;
    private final Map<CrashPoint, ExactFault> leads;
    private final boolean only;

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
        this(places, Set.of());
    }

    /**
     * Aims at the places of a pipeline.
     *
     * @param only pairs, as a {@link CrashTable} names them: each plan is for one of those that the pipeline has, or by chance if it has none;
     *     empty for all pairs
     */
    public Aim(Places places, Set<String> only) {
        points = CrashPoint.all(places);
        inOrder = inOrder(points);
        rows = new ArrayList<>();
        this.only = !only.isEmpty();
        if (this.only) {
            pairs(only);
        } else {
            int[] cycle = cycle(points.size());
            for (int shift = 0; shift < DEATHS - 1; shift++) {
                cut(cycle, shift);
            }
        }
        leads = leads(places);
    }

    private static boolean[][] inOrder(List<CrashPoint> points) {
        boolean[][] inOrder = new boolean[points.size()][points.size()];
        for (int i = 0; i < inOrder.length; i++) {
            for (int j = 0; j < inOrder.length; j++) {
                inOrder[i][j] = points.get(i).canComeBefore(points.get(j));
            }
        }
        return inOrder;
    }

    private void pairs(Set<String> wanted) {
        for (int i = 0; i < points.size(); i++) {
            for (int j = 0; j < points.size(); j++) {
                if (wanted.contains(CrashTable.pair(points.get(i), points.get(j)))) {
                    rows.add(new int[] {i, j});
                }
            }
        }
    }

    /** How many plans there are until all pairs were aimed at equally often, which is once for each pair of a plan. */
    public int plans() {
        return rows.size();
    }

    /** Cuts the cycle into rows of points that can follow each other. */
    private void cut(int[] cycle, int shift) {
        List<Integer> row = new ArrayList<>(DEATHS);
        for (int i = 0; i <= cycle.length; i++) {
            int next = cycle[(shift + i) % cycle.length];
            if (row.size() == DEATHS || !canFollow(row, next)) {
                int last = row.get(row.size() - 1);
                end(row);
                if (inOrder[last][next]) {
                    row.add(last);
                }
            }
            row.add(next);
        }
        end(row);
    }

    private boolean canFollow(List<Integer> row, int next) {
        for (int before : row) {
            if (!inOrder[before][next]) {
                return false;
            }
        }
        return true;
    }

    private void end(List<Integer> row) {
        if (row.size() > 1) {
            rows.add(row.stream().mapToInt(i -> i).toArray());
        }
        row.clear();
    }

    /** For every second turn the next plan that is aimed, for the others one by chance; those for some pairs alone are all aimed. */
    public FaultPlan everySecond(long turn, Chance chance) {
        if (only) {
            return rows.isEmpty() ? FaultPlan.byChance(chance) : plan(turn, chance);
        }
        return Math.floorMod(turn, 2) == 0 ? plan(Math.floorDiv(turn, 2), chance) : FaultPlan.byChance(chance);
    }

    /** The plan with this number. */
    FaultPlan plan(long number, Chance chance) {
        FaultPlan odds = FaultPlan.byChance(chance);
        List<ExactFault> faults = new ArrayList<>();
        for (int place : rows.get((int) Math.floorMod(number, (long) rows.size()))) {
            CrashPoint point = points.get(place);
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
        // Where every start comes by, long enough for a successor to look.
        var zombie = new ExactFault(FaultAction.PAUSE, ProtocolStep.EPOCH_CLAIMED.name(), 1, LONG);
        // Later than the few writes by which a process claims the store.
        var chunk = new ExactFault(FaultAction.REFUSE_PART_WAY, "disk.APPEND", 8);
        Map<CrashPoint, ExactFault> leads = new HashMap<>();
        leads.put(step(ProtocolStep.CHECKPOINT_FAILED), chunk);
        // At the first call of a start, so that it is met before anything was reached.
        places.calls().stream()
                .filter(call -> places.lead() && FIRST_CALLS.contains(call))
                .forEach(first ->
                        leads.put(step(ProtocolStep.RESTARTING), new ExactFault(FaultAction.LOSE_REQUEST, first, 1)));
        // A follower that does not know whether it has written finds out; later than the few commits by which it is
        // fenced and owned.
        var unknown = new ExactFault(FaultAction.LOSE_ANSWER, "table.commit", 6);
        CrashPoint.at("table.rollback").forEach(point -> leads.put(point, unknown));
        // The successor finds what the one that stands still has not written.
        leads.put(
                step(ProtocolStep.FOLLOWER_CAUGHT_UP),
                new ExactFault(FaultAction.PAUSE, ProtocolStep.FOLLOWER_COMMIT_SENT.name(), 1));
        // What it has prepared beyond the last checkpoint is rolled back by its successor.
        var prepared = new ExactFault(FaultAction.PAUSE_AFTER, "table.prepare", 1, LONG);
        CrashPoint.at("table.rollbackPrepared").forEach(point -> leads.put(point, prepared));
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
