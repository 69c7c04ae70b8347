package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Trial.Odds;
import io.staunch.testkit.simulation.Trial.Scale;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.FaultRecording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing run small, as delta debugging does (Zeller, Hildebrandt, "Simplifying and isolating failure-inducing input", 2002): the
 * faults that have happened become exact ones, and whatever can be left out or made smaller is, as long as a run fails by the same kind of
 * violation. Since a fault is named by its place and not by its time, a smaller run may have another schedule, of another seed.
 *
 * <p>Takes no more runs and steps than its bounds say; the same failing run is always shrunk to the same one. Used by one thread, once.
 */
final class Shrinker {
    private static final int MOST_RUNS = 3_000;
    private static final long MOST_STEPS = 30_000_000;
    private static final int OTHER_SEEDS = 10;
    private static final int MANY_OTHER_SEEDS = 100;
    private static final int FEW_FAULTS = 2;
    private static final int FEW_RECORDS = 10;
    private static final int EVENTS = 2_000;
    private static final List<Scale> SCALES = List.of(new Scale(1, 1), new Scale(2, 1), new Scale(2, 2));

    private final Setup setup;
    private final Campaign campaign;
    private final Guarantee guarantee;
    private final long seed;
    private final Map<Integer, Map<String, Expectation>> expected = new HashMap<>();
    private String kind = "";
    private int otherSeeds = OTHER_SEEDS;
    private int runs;
    private long steps;

    Shrinker(Setup setup, Campaign campaign, Guarantee guarantee, long seed) {
        this.setup = setup;
        this.campaign = campaign;
        this.guarantee = guarantee;
        this.seed = seed;
    }

    Shrunk shrink() {
        FaultPlan plan = setup.plans().apply(seed);
        var original = new SimulationRun(setup, new OracleJudge(expected(setup.records()), guarantee), seed);
        FaultRecording recording = original.record();
        RunResult failed = original.run();
        if (failed.passed()) {
            throw new IllegalArgumentException(
                    "the run of seed " + seed + " does not fail, so it can't be made smaller");
        }
        kind = ViolationKind.of(failed);
        Odds odds = Odds.of(plan, !original.spent());
        Failure exact = run(new Trial(seed, setup.records(), Scale.BY_SEED, odds, recording.exact()));
        if (exact == null || exact.result.hash() != failed.hash()) {
            throw new IllegalStateException("the run of seed " + seed
                    + " is another one when its faults are repeated exactly: something in it depends on more than the seed, such as"
                    + " threads, clocks, identity hash codes or shared state");
        }
        Failure least = smallest(exact);
        return new Shrunk(
                failed,
                told(least.trial),
                setup.records(),
                least.trial,
                least.trial.of(setup),
                campaign,
                guarantee,
                runs);
    }

    /** Until nothing can be left out any more; what is not small by then is tried under many more schedules. */
    private Failure smallest(Failure first) {
        Failure least = smaller(first);
        if (least.faults() > FEW_FAULTS || least.trial.records() > FEW_RECORDS) {
            otherSeeds = MANY_OTHER_SEEDS;
            least = smaller(least);
        }
        return least;
    }

    private Failure smaller(Failure first) {
        Failure least = first;
        Trial before;
        do {
            before = least.trial;
            least = calmer(least);
            least = fewerFaults(least);
            least = lessParallel(least);
            least = fewerRecords(least);
            least = earlier(least);
        } while (!before.equals(least.trial) && !exhausted());
        return least;
    }

    private Failure calmer(Failure failure) {
        Failure least = failure;
        boolean found = true;
        while (found) {
            found = false;
            for (Odds odds : least.trial.odds().simpler()) {
                Failure calmer = attempt(least.trial.odds(odds));
                if (calmer != null
                        && calmer.trial.odds().parts() < least.trial.odds().parts()) {
                    least = calmer;
                    found = true;
                    break;
                }
            }
        }
        return least;
    }

    /** Leaves out all, then halves, quarters and so on, then single ones. */
    private Failure fewerFaults(Failure failure) {
        Failure least = failure;
        for (int chunk = least.faults(); chunk > 0; chunk /= 2) {
            int start = 0;
            while (start < least.faults()) {
                Failure fewer = attempt(least.without(start, start + chunk));
                if (fewer != null && fewer.faults() < least.faults()) {
                    least = fewer;
                } else {
                    start += chunk;
                }
            }
        }
        return least;
    }

    private Failure lessParallel(Failure failure) {
        for (Scale scale : SCALES) {
            if (scale.equals(failure.trial.scale())) {
                return failure;
            }
            Failure less = attempt(failure.trial.scale(scale));
            if (less != null) {
                return less;
            }
        }
        return failure;
    }

    private Failure fewerRecords(Failure failure) {
        if (!campaign.given().isEmpty()) {
            return failure;
        }
        int now = failure.trial.records();
        for (int records = 1; records < now; records += Math.max(1, records / 3)) {
            Trial fewer = failure.trial.records(records);
            for (Trial each : List.of(fewer, sooner(fewer, records, now), sooner(fewer, 0, 1))) {
                Failure less = attempt(each);
                if (less != null && less.faults() <= failure.faults()) {
                    return less;
                }
            }
        }
        return failure;
    }

    /** Faults at earlier meetings of their places. */
    private static Trial sooner(Trial trial, int part, int of) {
        return trial.faults(trial.faults().stream()
                .map(f -> met(f, Math.max(1, (int) ((long) f.occurrence() * part / of))))
                .toList());
    }

    private Failure earlier(Failure failure) {
        Failure least = failure;
        for (int i = 0; i < least.faults(); i++) {
            int now = least.trial.faults().get(i).occurrence();
            for (int occurrence = 1; occurrence < now; occurrence += Math.max(1, occurrence)) {
                Trial trial = least.trial.fault(i, met(least.trial.faults().get(i), occurrence));
                Failure earlier = attempt(trial);
                if (earlier != null && earlier.faults() <= least.faults()) {
                    least = earlier;
                    break;
                }
            }
        }
        return least;
    }

    private static ExactFault met(ExactFault fault, int occurrence) {
        return new ExactFault(fault.action(), fault.at(), occurrence, fault.size());
    }

    /** Under the same schedule, or under some other one. */
    private @Nullable Failure attempt(Trial trial) {
        Failure found = run(trial);
        for (long other = 1; found == null && other <= otherSeeds; other++) {
            found = run(trial.seed(other));
        }
        return found;
    }

    /** Null if it does not fail, or by something else, or if there were runs enough. */
    private @Nullable Failure run(Trial trial) {
        if (exhausted()) {
            return null;
        }
        SimulationRun run = simulation(trial);
        FaultRecording recording = run.record();
        RunResult result = run.run();
        runs++;
        steps += result.steps();
        if (result.passed() || !kind.equals(ViolationKind.of(result))) {
            return null;
        }
        Odds odds = trial.odds().lasting(!run.spent());
        return new Failure(trial.odds(odds).faults(recording.exact()), result, recording);
    }

    /** The run once more, with all its events. */
    private RunResult told(Trial trial) {
        SimulationRun run = simulation(trial);
        run.keep(EVENTS);
        return run.run();
    }

    private SimulationRun simulation(Trial trial) {
        var judge = new OracleJudge(expected(trial.records()), guarantee);
        return new SimulationRun(trial.of(setup), judge, trial.seed());
    }

    private boolean exhausted() {
        return runs >= MOST_RUNS || steps >= MOST_STEPS;
    }

    private Map<String, Expectation> expected(int records) {
        return expected.computeIfAbsent(records, most -> campaign.expected(setup.first(most)));
    }

    /**
     * A run that failed.
     *
     * @param trial how to repeat it: with the faults that have happened, which may be fewer than were planned
     */
    private record Failure(Trial trial, RunResult result, FaultRecording recording) {
        int faults() {
            return trial.faults().size();
        }

        Trial without(int from, int to) {
            List<Integer> left =
                    new ArrayList<>(IntStream.range(0, recording.size()).boxed().toList());
            left.subList(from, Math.min(to, left.size())).clear();
            return trial.faults(recording.exact(left));
        }
    }
}
