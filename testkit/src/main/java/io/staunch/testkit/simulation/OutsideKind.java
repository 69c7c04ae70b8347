package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/** A kind of outside system that can be simulated. Found by {@link java.util.ServiceLoader}, or given to a simulation. */
public interface OutsideKind {
    /** Makes one for a run, and gives the world its ports. */
    Outside open(SimulatedWorld world, FaultPlan plan);
}
