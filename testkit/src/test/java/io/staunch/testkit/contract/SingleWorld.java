package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/** A world for doubles that need nothing of it. */
final class SingleWorld {
    private SingleWorld() {}

    static Environment environment() {
        return new SimulatedWorld(1, FaultPlan.none()).newProcess().environment();
    }
}
