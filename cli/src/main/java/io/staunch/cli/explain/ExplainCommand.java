package io.staunch.cli.explain;

import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.cli.command.CommandFailure;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.LiveReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code staunch explain}. */
@Command(
        name = "explain",
        description = {
            "Says what a pipeline is worth: its guarantee, and that of each of its parts.",
            "",
            "Computed from the pipeline's description alone; starts nothing and connects to nothing."
                    + " With --live it looks at brokers and databases too, and changes nothing there. Exit code 1 if the"
                    + " pipeline can't reach the level that it asks for, or something was seen that it can't lean on.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "EXAMPLE",
            description = "airport-delays (the default), quick-start, payment-check or logins.")
    private @Nullable String example;

    @Option(
            names = "--guarantee",
            paramLabel = "LEVEL",
            description = "The level that the example asks for (default: exactly-once).")
    private @Nullable String guarantee;

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            defaultValue = "localhost:9092",
            description = "Where the example's broker is (default: ${DEFAULT-VALUE}).")
    private String broker = "";

    @Option(names = "--live", description = "Looks at brokers and databases.")
    private boolean live;

    @Option(
            names = "--outage",
            paramLabel = "HOURS",
            defaultValue = "24",
            description = "With --live: for how long the job may be down and lose nothing (default: ${DEFAULT-VALUE}).")
    private double outage;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "Instead of an example: a jar with a pipeline of your own, ...")
    private @Nullable Path jar;

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "... and its class, with `public static Pipeline pipeline()`.")
    private @Nullable String mainClass;

    @Option(names = "--json", description = "The report as one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Pipeline pipeline = pipeline();
        LiveReport report = live
                ? Staunch.look(pipeline, Settings.stateIn(Path.of("state")), outage())
                : new LiveReport(pipeline.guaranteeReport(), Map.of());
        if (json) {
            System.out.println(ReportJson.of(report));
        } else {
            System.out.println(pipeline);
            System.out.println();
            System.out.println(report);
        }
        return report.holds() ? 0 : 1;
    }

    private Pipeline pipeline() {
        if (jar == null && mainClass == null) {
            return ExamplePipelines.named(example == null ? "airport-delays" : example)
                    .at(broker, level());
        }
        if (jar == null || mainClass == null || example != null || guarantee != null) {
            throw CommandFailure.usage("--jar and --main go together, without an example and without --guarantee");
        }
        return PipelineInJar.load(jar, mainClass);
    }

    private Duration outage() {
        if (!(outage >= 0)) {
            throw CommandFailure.usage("--outage must be 0 or more hours, was " + outage);
        }
        return Duration.ofMinutes(Math.round(outage * 60));
    }

    private Guarantee level() {
        try {
            return guarantee == null ? Guarantee.EXACTLY_ONCE : Guarantee.of(guarantee);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--guarantee: " + e.getMessage());
        }
    }
}
