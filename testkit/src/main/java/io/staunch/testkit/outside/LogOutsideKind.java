package io.staunch.testkit.outside;

import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/** Gives simulations the log that {@link LogSource}, {@link LogLead} and {@link LogSink} use. */
public final class LogOutsideKind implements OutsideKind {
    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new LogOutside(world, plan.call());
    }
}
