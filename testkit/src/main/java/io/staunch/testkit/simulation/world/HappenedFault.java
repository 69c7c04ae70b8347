package io.staunch.testkit.simulation.world;

/**
 * A fault that a run has met.
 *
 * @param step the world's step
 * @param nanos the world's time
 * @param process whom it befell
 * @param action what it was
 * @param at where: a step of the protocol, an operation, or an agent
 */
public record HappenedFault(long step, long nanos, String process, FaultAction action, String at) {
    @Override
    public String toString() {
        return "step " + step + ", " + nanos / 1000 + " us: " + process + " " + action + " at " + at;
    }
}
