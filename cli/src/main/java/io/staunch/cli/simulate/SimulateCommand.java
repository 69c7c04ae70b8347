package io.staunch.cli.simulate;

import io.staunch.cli.command.CommandFailure;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.CrashTable;
import io.staunch.testkit.simulation.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code staunch simulate}. */
@Command(
        name = "simulate",
        description = {
            "Runs jobs in a simulated world, many times, with other faults each time: the main job, and random pipelines.",
            "",
            "The real engine, and the real sources and sinks of Kafka and files, with random-jdbc those of JDBC too, under one"
                    + " thread and a seeded scheduler: processes die and stand still, the disk loses what was not synced, broker"
                    + " and database time out and lose answers."
                    + " A seed is a whole run. Every second one has its deaths by chance; in the others they are aimed, so that all"
                    + " pairs of crash points come up alike. The result counts the deaths at each. Exit code 1 if one record of"
                    + " one run is wrong: then the first such run is made small, and told with the faults and records that are"
                    + " really needed.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SimulateCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000;
    private static final int MOST_MINUTES = 1_000_000;

    @Option(
            names = "--pipeline",
            paramLabel = "JOB",
            defaultValue = "any",
            description =
                    "main (the demo's job), random-log, random-kafka, any of these by seed, or random-jdbc (default: ${DEFAULT-VALUE}).")
    private String pipeline = "";

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds (default: " + SEEDS + ").")
    private @Nullable Long seeds;

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

    @Option(names = "--threads", paramLabel = "N", description = "Runs at once (default: one for each processor).")
    private @Nullable Integer threads;

    @Option(names = "--json", description = "The result as one line of JSON.")
    private boolean json;

    @Option(
            names = "--pairs",
            paramLabel = "FILE",
            description = "Writes there, as CSV, the deaths at each pair of crash points, one next after the other.")
    private @Nullable Path pairs;

    @Option(
            names = "--missed",
            paramLabel = "FILE",
            description =
                    "Aims at the pairs that have no death in FILE, which an earlier --pairs has written, in all runs; the"
                            + " pairs counted then have the deaths of both, and go to another file.")
    private @Nullable Path missed;

    @Option(names = "--log", description = "Shows what the jobs log: warnings of faults, which are meant to be.")
    private boolean log;

    @Override
    public Integer call() {
        if (!log) {
            // Read when the first logger is made, which is later than this.
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        }
        if (seeds != null && seeds < 1) {
            throw CommandFailure.usage("--seeds must be at least 1, was " + seeds);
        }
        if (seeds != null && minutes != null) {
            throw CommandFailure.usage("--seeds and --minutes each say how many runs there are: leave one out");
        }
        if (minutes != null && !(minutes > 0 && minutes <= MOST_MINUTES)) {
            throw CommandFailure.usage(
                    "--minutes must be more than 0 and at most " + MOST_MINUTES + ", was " + minutes);
        }
        if (threads != null && threads < 1) {
            throw CommandFailure.usage("--threads must be at least 1, was " + threads);
        }
        Map<String, Long> earlier = missed == null ? Map.of() : read(missed);
        if (pairs != null) {
            requireAnotherFile(pairs);
        }
        int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        LongFunction<Case> cases = cases(withoutDeath(earlier));
        if (pairs != null) {
            // Before the work, so that a place that can't be written to costs nothing. What is there stays until there
            // is something new.
            write(pairs, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        Set<Long> told = ConcurrentHashMap.newKeySet();
        CampaignResult total = seeds(atOnce).cases(cases, soFar -> {
            soFar.failed().stream()
                    .filter(run -> told.add(run.seed()))
                    .forEach(run -> System.err.println(
                            "failed: " + cases.apply(run.seed()).replay()));
            if (!json) {
                System.err.println(soFar.progress());
            }
        });
        CampaignResult both = total.with(earlier);
        System.out.println(json ? both.json() : (both + both.crashPoints().toString()).stripTrailing());
        if (pairs != null) {
            write(pairs, both.crashPoints().pairsAsCsv());
        }
        if (!total.passed() && !json) {
            long seed = total.failed().get(0).seed();
            System.out.println(cases.apply(seed).shrink(seed));
        }
        return total.passed() ? 0 : 1;
    }

    /** A run that aims at what a file lacks can be repeated with that file alone. */
    private LongFunction<Case> cases(Set<String> only) {
        LongFunction<Case> cases = job().cases(only);
        if (missed == null) {
            return cases;
        }
        return seed -> {
            Case each = cases.apply(seed);
            return new Case(each.simulation(), each.guarantee(), each.about(), each.replay() + " --missed " + missed);
        };
    }

    private static Map<String, Long> read(Path file) {
        try {
            return CrashTable.pairsOf(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.usage("--missed: " + file + " can't be read (" + e.getMessage()
                    + "): name a file that --pairs has written");
        }
    }

    /** What is aimed at follows from the file of {@code --missed}: overwritten, it repeats no run. */
    private void requireAnotherFile(Path written) {
        try {
            if (missed != null && Files.exists(written) && Files.isSameFile(missed, written)) {
                throw CommandFailure.usage(
                        "--pairs: " + written + " is the file of --missed, without which no run of this"
                                + " campaign can be repeated: name another one, it has the deaths of both");
            }
        } catch (IOException e) {
            throw CommandFailure.usage("--pairs: " + written + " can't be looked at (" + e + "): name another file");
        }
    }

    private Set<String> withoutDeath(Map<String, Long> earlier) {
        Set<String> none = earlier.entrySet().stream()
                .filter(pair -> pair.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (missed != null && none.isEmpty()) {
            throw CommandFailure.usage("--missed: each pair in " + missed + " has a death: leave it out");
        }
        return none;
    }

    private static void write(Path file, String text, OpenOption... how) {
        try {
            Files.writeString(file, text, how);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "--pairs: " + file + " can't be written (" + e + "): name a file in a folder that is there");
        }
    }

    private Seeds seeds(int atOnce) {
        return minutes == null
                ? new Seeds(from, seeds == null ? SEEDS : seeds, atOnce, null)
                : new Seeds(from, Long.MAX_VALUE, atOnce, Duration.ofMillis(Math.round(minutes * 60_000)));
    }

    private SimulatedJob job() {
        return Stream.of(SimulatedJob.values())
                .filter(job -> job.toString().equals(pipeline))
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage(
                        "--pipeline must be one of " + List.of(SimulatedJob.values()) + ", was '" + pipeline + "'"));
    }
}
