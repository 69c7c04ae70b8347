package io.staunch.kafka.testkit.real;

import java.time.Duration;

/** How a real run is carried out; see {@link RealRun}'s methods of the same names. */
record RealSettings(Duration checkpointEvery, int parallelism, int partitions, Duration within) {
    static final RealSettings DEFAULT = new RealSettings(Duration.ofMillis(20), 0, 3, Duration.ofMinutes(2));

    RealSettings {
        if (parallelism < 0 || partitions < 1) {
            throw new IllegalArgumentException("parallelism must be at least 0 and partitions at least 1, were "
                    + parallelism + " and " + partitions);
        }
        if (checkpointEvery.toMillis() < 1 || within.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "checkpointEvery and within must be at least 1 ms, were " + checkpointEvery + " and " + within);
        }
    }

    RealSettings checkpointEvery(Duration interval) {
        return new RealSettings(interval, parallelism, partitions, within);
    }

    RealSettings parallelism(int tasks) {
        return new RealSettings(checkpointEvery, tasks, partitions, within);
    }

    RealSettings partitions(int count) {
        return new RealSettings(checkpointEvery, parallelism, count, within);
    }

    RealSettings within(Duration limit) {
        return new RealSettings(checkpointEvery, parallelism, partitions, limit);
    }
}
