package io.staunch.testkit.simulation.random;

import io.staunch.testkit.simulation.ForwardingOutside;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/**
 * An outside that takes its time with what it feeds: so a run has checkpoints also between its deaths, instead of finding everything there when a process
 * begins to read. It goes on every second time that others go on.
 */
record Unhurried(OutsideKind kind) implements OutsideKind {
    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new Slow(kind.open(world, plan));
    }

    /** Owned by the thread that runs the world. */
    private static final class Slow extends ForwardingOutside {
        private boolean rested;

        Slow(Outside outside) {
            super(outside);
        }

        @Override
        public void goOn() {
            if (rested) {
                super.goOn();
            }
            rested = !rested;
        }
    }
}
