package io.staunch.kafka.testkit.real;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a job is run in a life, as arguments of its main class.
 *
 * @param pipeline what makes it
 * @param state the folder of its checkpoints
 * @param parallelism 0 for the number of processors
 */
record LifeSettings(
        String bootstrapServers, StaticMethod pipeline, Path state, Duration checkpointEvery, int parallelism) {
    static final int COUNT = 6;

    List<String> arguments() {
        return List.of(
                bootstrapServers,
                pipeline.owner(),
                pipeline.name(),
                state.toString(),
                Long.toString(checkpointEvery.toMillis()),
                Integer.toString(parallelism));
    }

    static LifeSettings of(String[] arguments) {
        return new LifeSettings(
                arguments[0],
                new StaticMethod(arguments[1], arguments[2]),
                Path.of(arguments[3]),
                Duration.ofMillis(Long.parseLong(arguments[4])),
                Integer.parseInt(arguments[5]));
    }
}
