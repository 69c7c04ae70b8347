package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.sink.Sink;
import io.staunch.verification.simulation.Running.Departures;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A pipeline that has more sinks from the second process of each run on. A run is stepped by one thread, and asks for a pipeline once before it asks for
 * the settings of its first process.
 */
final class GrowingPipeline implements Supplier<Pipeline> {
    private final Map<String, Sink<Departures>> first;
    private final Map<String, Sink<Departures>> later;
    private final ThreadLocal<Integer> processes = ThreadLocal.withInitial(() -> 0);
    private final ThreadLocal<Boolean> starting = ThreadLocal.withInitial(() -> false);

    GrowingPipeline(Map<String, Sink<Departures>> first, Map<String, Sink<Departures>> later) {
        this.first = first;
        this.later = later;
    }

    Settings nextProcess(Settings settings) {
        starting.set(true);
        processes.set(processes.get() + 1);
        return settings.sinkLag(5, 4_000);
    }

    @Override
    public Pipeline get() {
        if (!starting.get()) {
            processes.set(0);
        }
        starting.set(false);
        return Followers.pipeline(processes.get() < 2 ? first : later);
    }
}
