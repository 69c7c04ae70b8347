package io.staunch.sink;

import io.staunch.environment.Environment;
import java.time.Duration;
import java.util.List;

/**
 * What a lead connection gets from the engine.
 *
 * @param job the job's name
 * @param sinks all sinks of the resource, so that settings that conflict can be refused
 * @param environment the world
 * @param checkpointEvery the interval between checkpoints
 * @param checkpointTimeout how long a checkpoint may take
 */
public record LeadContext(
        String job,
        List<RereadSink<?, ?>> sinks,
        Environment environment,
        Duration checkpointEvery,
        Duration checkpointTimeout) {
    public LeadContext {
        sinks = List.copyOf(sinks);
    }
}
