package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;

/**
 * The port of a process to the simulated log.
 *
 * @param log the log
 * @param process whose port it is
 * @param clock the world's
 * @param chance for the choices of clients
 */
record LogClients(SimulatedLog log, SimulatedProcess process, VirtualClock clock, Chance chance) {
    private static final long PATIENCE_MS = 1_000;

    static LogClients of(Environment environment) {
        return environment.port(LogClients.class, () -> {
            throw new IllegalStateException("the simulated log exists in simulations only");
        });
    }

    Wire wire() {
        return new Wire(process, clock, chance, PATIENCE_MS);
    }
}
