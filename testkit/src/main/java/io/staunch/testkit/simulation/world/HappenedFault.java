package io.staunch.testkit.simulation.world;

/**
 * A fault that a run has met.
 *
 * @param step the world's step
 * @param nanos the world's time
 * @param process whom it befell
 * @param action what it was
 * @param at where, as {@link ExactFault#at} names it
 * @param size as {@link ExactFault#size} has it; 0 for one without size
 */
public record HappenedFault(long step, long nanos, String process, FaultAction action, String at, long size) {
    @Override
    public String toString() {
        return "step " + step + ", " + nanos / 1000 + " us: " + process + " " + what();
    }

    /** What and where. */
    String what() {
        return action + " at " + at + action.sizeText(size);
    }
}
