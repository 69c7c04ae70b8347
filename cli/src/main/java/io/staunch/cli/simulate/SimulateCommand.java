package io.staunch.cli.simulate;

import io.staunch.cli.command.CommandFailure;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code staunch simulate}. */
@Command(
        name = "simulate",
        description = {
            "Runs the main job in a simulated world, many times, with other faults each time.",
            "",
            "The real engine and the real Kafka source and sink, under one thread and a seeded scheduler: processes die and"
                    + " stand still, the disk loses what was not synced, the broker times out and loses answers."
                    + " A seed is a whole run. Exit code 1 if one record of one run is wrong.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SimulateCommand implements Callable<Integer> {
    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many seeds (default: ${DEFAULT-VALUE}).")
    private long seeds;

    @Option(
            names = "--from",
            paramLabel = "M",
            defaultValue = "1",
            description = "The first seed (default: ${DEFAULT-VALUE}).")
    private long from;

    @Option(
            names = "--minutes",
            paramLabel = "T",
            description = "Instead of --seeds: as many as can be run in this time.")
    private @Nullable Double minutes;

    @Option(names = "--json", description = "The result as one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw CommandFailure.usage("--seeds must be at least 1, was " + seeds);
        }
        if (minutes != null && !(minutes > 0)) {
            throw CommandFailure.usage("--minutes must be more than 0, was " + minutes);
        }
        throw new CommandFailure("not there yet " + from + json);
    }
}
