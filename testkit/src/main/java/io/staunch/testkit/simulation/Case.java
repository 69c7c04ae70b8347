package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;

/**
 * What the run of one seed is: everything that can be varied and run again.
 *
 * @param simulation with what must come out of each captured sink
 * @param guarantee what is asked of it
 * @param about what is simulated; its text is for people, and made only if the run fails
 * @param replay the command that runs the seed again
 */
public record Case(Simulation simulation, Guarantee guarantee, Object about, String replay) {
    /** Makes a failing run of it small. */
    public Shrunk shrink(long seed) {
        return simulation.shrink(seed, guarantee);
    }

    /** Runs it. */
    public RunResult run(long seed) {
        return told(simulation.replay(seed, guarantee));
    }

    /** With what was simulated and how to run it again, if it has failed. */
    RunResult told(RunResult result) {
        return result.passed() ? result : result.told(about.toString(), replay);
    }
}
