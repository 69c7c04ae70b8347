package io.staunch.testkit.simulation.world;

/** Whoever starts processes in a world, and hears of their faults. Called by the thread that runs the world. */
public interface Supervisor {
    /** A process has died. */
    void died(SimulatedProcess process);

    /** A process stands still; it will go on later and not know that it did. A successor may be started meanwhile. */
    void paused(SimulatedProcess process);
}
