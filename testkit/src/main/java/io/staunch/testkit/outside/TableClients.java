package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.table.DatabaseClient;
import io.staunch.testkit.table.SimulatedDatabase;

/**
 * The port of a process to the simulated database.
 *
 * @param database the database
 * @param process whose port it is
 * @param chance for the choices of clients
 * @param refused what tables of the run never take
 */
record TableClients(SimulatedDatabase database, SimulatedProcess process, Chance chance, RefusedIntervals refused) {
    private static final long PATIENCE_MS = 1_000;

    static TableClients of(Environment environment) {
        return environment.port(TableClients.class, () -> {
            throw new IllegalStateException("the simulated database exists in simulations only");
        });
    }

    DatabaseClient client() {
        return new DatabaseClient(database, process, chance, PATIENCE_MS);
    }
}
