package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolEvent;

/** Sees every protocol event of every process at the moment it happens. Must have no effect on the world. */
@FunctionalInterface
public interface WorldObserver {
    void on(SimulatedProcess process, ProtocolEvent event);

    /**
     * A process comes by a place where a fault can happen, as long as there are faults; before it happens.
     *
     * @param place a step of the protocol, or a call that has not taken effect yet, as {@link ExactFault#at} names it
     */
    default void met(SimulatedProcess process, String place) {}

    /** One more step is to be taken, be it in the middle of another one. */
    default void beforeStep() {}
}
