package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One run that the shrinker tries: everything by which it differs from the simulation's description.
 *
 * @param seed of the schedule, and of whatever else is left to chance
 * @param records at most so many of each source
 * @param scale how parallel it is
 * @param odds what surrounds the faults
 * @param faults in order
 */
record Trial(long seed, int records, Scale scale, Odds odds, List<ExactFault> faults) {
    Trial {
        faults = List.copyOf(faults);
    }

    Setup of(Setup setup) {
        FaultPlan plan = odds.around(faults);
        return scale.of(setup).first(records).plans(any -> plan);
    }

    Trial seed(long other) {
        return new Trial(other, records, scale, odds, faults);
    }

    Trial records(int most) {
        return new Trial(seed, most, scale, odds, faults);
    }

    Trial scale(Scale other) {
        return new Trial(seed, records, other, odds, faults);
    }

    Trial odds(Odds other) {
        return new Trial(seed, records, scale, other, faults);
    }

    Trial faults(List<ExactFault> others) {
        return new Trial(seed, records, scale, odds, others);
    }

    /** With one fault replaced. */
    Trial fault(int number, ExactFault other) {
        List<ExactFault> changed = new ArrayList<>(faults);
        changed.set(number, other);
        return faults(changed);
    }

    /** Java that repeats it. */
    String code(Guarantee guarantee) {
        String list = faults.stream()
                .map(f -> "\n                        new ExactFault(FaultAction." + f.action() + ", \"" + f.at()
                        + "\", " + f.occurrence() + (f.size() == 0 ? "" : ", " + f.size()) + ")")
                .collect(Collectors.joining(","));
        return "    @Test\n    void nothingIsLostOrRepeatedInTheRunOfSeed" + seed + "() {\n"
                + "        RunResult run = simulation() // described as it was for this run\n"
                + "                .first(" + records + ")\n"
                + scale.code()
                + "                .faults(any -> FaultPlan.exactly(" + list + ")" + odds.code() + ")\n"
                + "                .replay(" + seed + ", Guarantee." + guarantee + ");\n"
                + "        assertTrue(run.passed(), run::report);\n    }\n";
    }

    /**
     * How parallel each process is.
     *
     * @param tasks 0 if the seed chooses
     * @param workers 0 if the seed chooses
     */
    record Scale(int tasks, int workers) {
        static final Scale BY_SEED = new Scale(0, 0);

        Setup of(Setup setup) {
            return tasks == 0 ? setup : setup.parallelism(tasks, workers);
        }

        String code() {
            return tasks == 0 ? "" : "                .parallelism(" + tasks + ", " + workers + ")\n";
        }
    }

    /**
     * What surrounds the faults: part of the schedule and of the weather, both of which follow from the seed.
     *
     * @param interleaving see {@link FaultPlan#interleaved}
     * @param outages see {@link FaultPlan#weather}
     * @param stuck see {@link FaultPlan#weather}
     * @param aborts see {@link FaultPlan#weather}
     * @param lasting see {@link FaultPlan#lasting}
     */
    record Odds(double interleaving, double outages, double stuck, double aborts, boolean lasting) {
        static Odds of(FaultPlan plan, boolean lasting) {
            return new Odds(
                    plan.process().interleavePerCall(),
                    plan.call().outagesPerSecond(),
                    plan.call().stuckPerSecond(),
                    plan.call().earlyAbort(),
                    lasting);
        }

        FaultPlan around(List<ExactFault> faults) {
            FaultPlan plan = FaultPlan.exactly(faults).interleaved(interleaving).weather(outages, stuck, aborts);
            return lasting ? plan.lasting() : plan;
        }

        /** Simpler ones, the simplest first. */
        List<Odds> simpler() {
            return List.of(
                            new Odds(0, 0, 0, 0, false),
                            new Odds(0, 0, 0, 0, lasting),
                            new Odds(0, outages, stuck, aborts, lasting),
                            new Odds(interleaving, 0, stuck, aborts, lasting),
                            new Odds(interleaving, outages, 0, aborts, lasting),
                            new Odds(interleaving, outages, stuck, 0, lasting),
                            new Odds(interleaving, outages, stuck, aborts, false))
                    .stream()
                    .distinct()
                    .filter(simpler -> !simpler.equals(this))
                    .toList();
        }

        /** How much there is to leave out. */
        int parts() {
            return (interleaving > 0 ? 2 : 0)
                    + (outages > 0 ? 2 : 0)
                    + (stuck > 0 ? 2 : 0)
                    + (aborts > 0 ? 2 : 0)
                    + (lasting ? 1 : 0);
        }

        Odds lasting(boolean other) {
            return new Odds(interleaving, outages, stuck, aborts, other);
        }

        String code() {
            boolean weather = outages > 0 || stuck > 0 || aborts > 0;
            return (interleaving > 0 ? ".interleaved(" + interleaving + ")" : "")
                    + (weather ? ".weather(" + outages + ", " + stuck + ", " + aborts + ")" : "")
                    + (lasting ? ".lasting()" : "");
        }
    }
}
