package io.staunch.guarantee;

import io.staunch.environment.Environment;
import java.time.Duration;
import java.util.Objects;

/**
 * What a source or a sink gets to look at its outside.
 *
 * @param job the job's name
 * @param environment the world, for clients
 * @param checkpointEvery the longest interval between checkpoints
 * @param checkpointTimeout how long a checkpoint may take
 * @param outage for how long the job may be down and then go on by itself, with all that it has not read still there
 */
public record LookContext(
        String job, Environment environment, Duration checkpointEvery, Duration checkpointTimeout, Duration outage) {
    public LookContext {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(environment, "environment");
        if (outage.isNegative()) {
            throw new IllegalArgumentException("an outage can't last " + outage + ": name a duration of 0 or more");
        }
    }
}
