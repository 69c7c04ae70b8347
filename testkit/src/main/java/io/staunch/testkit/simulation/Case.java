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
        RunResult result = simulation.replay(seed, guarantee);
        return result.passed() ? result : result.told(about.toString(), replay);
    }
}
