package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.testkit.simulation.own.WatchedPort;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A user's own outside in one run.
 *
 * @param pipeline makes the pipeline over it, once for each process
 * @param captures what is judged, by name
 * @param clients what processes get for a port of that type
 */
record OwnRun(Supplier<Pipeline> pipeline, Map<String, Capture> captures, Map<Class<?>, Object> clients) {
    /** Gives the world the ports that watched parts and the user's own need. */
    void join(SimulatedWorld world) {
        world.port(SimulatedProcess.class, process -> process);
        clients.forEach((type, client) -> port(world, type, client));
    }

    private static <P> void port(SimulatedWorld world, Class<P> type, Object client) {
        P own = type.cast(client);
        world.port(type, process -> type.isInterface() ? WatchedPort.watch(type, own, process) : own);
    }
}
