package io.staunch.verification.bench;

import io.staunch.verification.bench.report.HtmlReport;
import io.staunch.verification.bench.report.JsonReport;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./staunch bench}. */
@Command(
        name = "staunch bench",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 140,
        description = {
            "Measures Staunch beside loops written by hand and other engines, each in a process and on a class path of its own.",
            "Rounds are interleaved; every output is checked. A ratio is claimed from seven rounds on.",
            "Ends with 1 if a run failed or an output of Staunch was wrong.",
            ""
        },
        footer = {
            "",
            "Workloads:",
            "  keyed-count     B1: keyed running count over a million keys in one process; off, 1s, 100ms",
            "  windows         B2: count and sum of a hundred thousand keys in tumbling windows of 1 s of event time; off, 1s",
            "  sliding         the same in sliding windows of 60 s every 1 s; off, 1s",
            "  topic-to-topic  B3 i: drain a topic through a keyed running count into another, exactly once; 1s, 100ms",
            "  topic-to-table  a topic into a table of PostgreSQL, exactly once, written after checkpoints; 1s, 100ms",
            "  topic-to-files  a topic into files of JSON lines, exactly once; 1s, 1s zstd, 100ms, 100ms zstd",
            "  latency         B3 ii: 5,000 records/s, from produced to seen by a read_committed consumer; 1s, 100ms, 10ms,",
            "                  adaptive (from 1 ms to 1 s, as short as commits allow; Staunch only)",
            "  replicated      B3 iii: the same on three brokers, three copies, 48 partitions: what an interval costs the brokers",
            "  recovery        B4: SIGKILL, restart, time to the first new committed output; 100ms",
            "  footprint       B5: JVM start to first output, resident memory, size of the class path",
            "  jmh [PATTERN]   the data path in parts, by JMH (its options after the pattern)",
            "  all             everything but jmh",
            "",
            "Contenders: staunch, strong-loop, loop, flink, flink-rocksdb, flink-unaligned, jet, streams; for topic-to-table staunch-prepared, staunch-upsert and row-loop",
            "as well, where loop writes batches and row-loop a transaction for each record. Other engines are fetched from Maven Central when first used."
        })
public final class Bench implements Callable<Integer> {
    private static final List<String> ALL = List.of(
            "keyed-count",
            "windows",
            "sliding",
            "topic-to-topic",
            "topic-to-table",
            "topic-to-files",
            "latency",
            "replicated",
            "recovery",
            "footprint");

    @Parameters(arity = "1..*", paramLabel = "WORKLOAD", description = "one or more of those below")
    private List<String> workloads = List.of();

    @Option(
            names = "--contenders",
            split = ",",
            paramLabel = "NAME",
            description = "who; default: all that can do the workload")
    private List<String> contenders =
            Arrays.stream(Kind.values()).map(Kind::option).toList();

    @Option(
            names = "--interval",
            split = ",",
            paramLabel = "TIME",
            description = "checkpoint intervals: off, 1s, 100ms, ..., adaptive (from 1 ms to 1 s, Staunch only)")
    private List<String> intervals = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "pairs of Staunch with each other contender; default: ${DEFAULT-VALUE}")
    private int rounds = 7;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "before figures count; default: ${DEFAULT-VALUE}")
    private int warmUp = 10;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description =
                    "that count, in keyed-count, windows, sliding, topic-to-table, topic-to-files, latency and replicated; default: ${DEFAULT-VALUE}")
    private int seconds = 30;

    @Option(
            names = "--records",
            paramLabel = "N",
            description =
                    "in the topic that is drained, of which in topic-to-topic the first fifth is warm-up; default: ${DEFAULT-VALUE}")
    private int records = 12_000_000;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "tasks or threads of each step; default: ${DEFAULT-VALUE}")
    private int parallelism = 2;

    @Option(names = "--heap", paramLabel = "SIZE", description = "of each contender; default: ${DEFAULT-VALUE}")
    private String heap = "4g";

    @Option(names = "--quick", description = "one round of tiny sizes: shows that it works, and measures nothing")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write all figures there")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "write one page with charts there")
    private @Nullable Path html;

    @Option(
            names = "--jfr",
            paramLabel = "FOLDER",
            description =
                    "write a flight recording of each run of keyed-count, windows, sliding, topic-to-topic, -table and -files there; costs a little")
    private @Nullable Path recordings;

    /** Arguments: see {@code --help}. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Plan plan;
        List<String> names;
        try {
            plan = plan();
            names = names();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        var classPaths =
                new ClassPaths(Path.of(System.getProperty("staunch.root", "")).toAbsolutePath());
        var results = new Results();
        results.about(
                "machine",
                Runtime.getRuntime().availableProcessors() + " processors, Java "
                        + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version"));
        results.about(
                "JVM of each contender",
                String.join(" ", plan.jvmOptions()) + "; recovery: "
                        + String.join(" ", RecoveryWorkload.JVM_OPTIONS) + "; footprint: "
                        + String.join(" ", FootprintWorkload.JVM_OPTIONS));
        results.about(
                "plan",
                plan.rounds() + " rounds, warm-up " + plan.warmUpSeconds() + " s, then " + plan.seconds()
                        + " s; topics of " + plan.records() + " records");
        boolean failed = false;
        for (String name : names) {
            try {
                workload(name).measure(plan, classPaths, results);
            } catch (IOException | RuntimeException e) {
                failed = true;
                System.err.println(name + " has failed:");
                e.printStackTrace();
            }
        }
        if (results.runs().isEmpty() && !failed) {
            failed = true;
            System.err.println("nothing was run: none of the contenders can do " + String.join(", ", names)
                    + " at these intervals; docs/performance.md says who can");
        }
        System.out.print(TextReport.of(results));
        if (json != null) {
            Files.writeString(json, JsonReport.of(results));
        }
        if (html != null) {
            Files.writeString(html, HtmlReport.of(results));
        }
        return failed || !results.sound() ? 1 : 0;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (String name : workloads) {
            names.addAll(name.equals("all") ? ALL : List.of(name));
        }
        names.forEach(Bench::workload);
        return names;
    }

    private static Workload workload(String name) {
        return switch (name) {
            case "keyed-count", "b1" -> new KeyedCountWorkload();
            case "windows", "b2" -> WindowWorkload.tumbling();
            case "sliding" -> WindowWorkload.sliding();
            case "topic-to-topic", "b3" -> new DrainWorkload();
            case TableWorkload.NAME -> new TableWorkload();
            case FilesWorkload.NAME -> new FilesWorkload();
            case "latency" -> LatencyWorkload.onOneBroker();
            case "replicated" -> LatencyWorkload.onThreeBrokers();
            case "recovery", "b4" -> new RecoveryWorkload();
            case "footprint", "b5" -> new FootprintWorkload();
            default -> throw new IllegalArgumentException("no workload '" + name + "'; there are " + ALL);
        };
    }

    private Plan plan() {
        List<Kind> kinds = contenders.stream().map(Kind::of).toList();
        intervals.forEach(Plan::intervalMs);
        return quick
                ? new Plan(kinds, intervals, 1, 1, 2, 300_000, parallelism, "1g", Optional.ofNullable(recordings))
                : new Plan(
                        kinds,
                        intervals,
                        rounds,
                        warmUp,
                        seconds,
                        records,
                        parallelism,
                        heap,
                        Optional.ofNullable(recordings));
    }
}
