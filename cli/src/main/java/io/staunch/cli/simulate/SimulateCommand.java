package io.staunch.cli.simulate;

import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
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
                    + " A seed is a whole run. Exit code 1 if one record of one run is wrong: then the first such run is made small, and told"
                    + " with the faults and records that are really needed.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SimulateCommand implements Callable<Integer> {
    /** Records that each run's source finds. */
    private static final int RECORDS = 200;

    /** Runs between two looks at the clock. */
    private static final int BATCH = 500;

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

    @Option(names = "--log", description = "Shows what the jobs log: warnings of faults, which are meant to be.")
    private boolean log;

    @Override
    public Integer call() {
        if (!log) {
            // Read when the first logger is made, which is later than this.
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        }
        if (seeds < 1) {
            throw CommandFailure.usage("--seeds must be at least 1, was " + seeds);
        }
        if (minutes != null && !(minutes > 0)) {
            throw CommandFailure.usage("--minutes must be more than 0, was " + minutes);
        }
        CampaignResult total = run(from, batch());
        while (total.passed() && more(total)) {
            total = total.plus(run(from + total.runs(), batch()));
            if (!json) {
                System.err.println(total.runs() + " runs, none failed so far");
            }
        }
        System.out.println(json ? total.json() : total.toString().stripTrailing());
        if (!total.passed() && !json) {
            System.out.println(simulation().shrink(total.failed().get(0).seed(), Guarantee.EXACTLY_ONCE));
        }
        return total.passed() ? 0 : 1;
    }

    private int batch() {
        return minutes == null ? Math.toIntExact(Math.min(seeds, Integer.MAX_VALUE)) : BATCH;
    }

    private boolean more(CampaignResult soFar) {
        return minutes != null && soFar.seconds() < minutes * 60;
    }

    private static CampaignResult run(long first, int count) {
        return simulation().from(first).seeds(count).run(Guarantee.EXACTLY_ONCE);
    }

    private static Simulation simulation() {
        return Simulation.of(() -> AirportDelaysJob.pipeline("simulated:9092"))
                .feed("flights", Flights.sample(RECORDS), Flight::origin)
                .capture("totals");
    }
}
