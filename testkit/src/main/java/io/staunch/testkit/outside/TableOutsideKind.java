package io.staunch.testkit.outside;

import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/** Gives simulations the database that {@link TableUpsert} and {@link TableInsert} use. */
public final class TableOutsideKind implements OutsideKind {
    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new TableOutside(world, plan.call());
    }
}
