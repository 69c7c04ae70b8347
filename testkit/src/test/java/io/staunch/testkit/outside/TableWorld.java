package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/** A simulated database, stepped by hand. */
final class TableWorld {
    private final SimulatedWorld world = new SimulatedWorld(1, FaultPlan.none());
    private final TableOutside outside = new TableOutside(world, CallFaults.NONE);

    Environment environment() {
        return world.newProcess().environment();
    }

    void turn() {
        world.step();
    }

    /** What a sink has committed, in order. */
    List<Output> committed(Sink<?> sink) {
        List<Output> read = new ArrayList<>();
        Capture capture = outside.capture(sink);
        capture.read(read::add);
        return read;
    }
}
