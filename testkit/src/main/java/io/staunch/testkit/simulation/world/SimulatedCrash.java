package io.staunch.testkit.simulation.world;

/**
 * Unwinds the stack of a process that has just died. An error, so that no code that recovers from exceptions stops it; code that
 * catches it nevertheless reaches nothing any more, since every way out of a dead process throws it again.
 */
final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedCrash(String process) {
        super(process + " is dead", null, false, false);
    }
}
