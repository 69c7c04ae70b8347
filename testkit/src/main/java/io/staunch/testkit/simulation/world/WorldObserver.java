package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolEvent;

/** Sees every protocol event of every process at the moment it happens. Must have no effect on the world. */
@FunctionalInterface
public interface WorldObserver {
    void on(SimulatedProcess process, ProtocolEvent event);
}
