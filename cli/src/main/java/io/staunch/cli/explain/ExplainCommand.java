package io.staunch.cli.explain;

import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.cli.command.CommandFailure;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.GuaranteeReport.Component;
import io.staunch.guarantee.LiveReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code staunch explain}. */
@Command(
        name = "explain",
        description = {
            "Says what a pipeline is worth: its guarantee, and that of each of its parts.",
            "",
            "Computed from the pipeline's description alone; starts nothing and connects to nothing."
                    + " With --live it looks at brokers, databases and files too, and changes nothing there.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The level that it asks for is reached; with --live nothing was seen that it can't lean on, and something was seen"
                    + " of each part that can be looked at.",
            "1:The level is not reached, or something was seen that it can't lean on; or the pipeline can't be started or loaded.",
            "2:What was typed is wrong.",
            "3:With --live: nothing was seen of some part that can be looked at, as when a broker does not answer; or no part can"
                    + " be looked at."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {
    /** The exit code of a look that showed nothing. */
    static final int NOTHING_SEEN = 3;

    private static final String BROKER = "localhost:9092";

    /** A night. Much is kept for a day, which then is not found wanting by minutes. */
    private static final int OUTAGE_HOURS = 12;

    private static final int MOST_OUTAGE_HOURS = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "EXAMPLE",
            completionCandidates = ExamplePipelines.Titles.class,
            description = "One of ${COMPLETION-CANDIDATES} (default: airport-delays).")
    private @Nullable String example;

    @Option(
            names = "--guarantee",
            paramLabel = "LEVEL",
            description = "The level that the example asks for (default: exactly-once).")
    private @Nullable String guarantee;

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            description = "Where the example's broker is (default: " + BROKER + ").")
    private @Nullable String broker;

    @Option(names = "--live", description = "Looks at brokers, databases and files.")
    private boolean live;

    @Option(
            names = "--outage",
            paramLabel = "HOURS",
            description =
                    "With --live: for how long the job may be down and lose nothing (default: " + OUTAGE_HOURS + ").")
    private @Nullable Double outage;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description = "With --live: looks at this folder too, in which the job keeps its checkpoints.")
    private @Nullable Path state;

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
        if (state != null && !live) {
            throw CommandFailure.usage("--state goes with --live");
        }
        if (outage != null && !live) {
            throw CommandFailure.usage("--outage goes with --live");
        }
        try {
            return explain(pipeline());
        } catch (LinkageError e) {
            throw new CommandFailure(
                    "a class of the pipeline can't be loaded: " + e
                            + "; put all that it needs beside Staunch into the jar, made for this Java ("
                            + Runtime.version().feature() + ") or an older one",
                    e);
        }
    }

    private int explain(Pipeline pipeline) {
        LiveReport report = live ? look(pipeline) : computed(pipeline);
        if (json) {
            System.out.println(ReportJson.of(report));
        } else {
            System.out.println(pipeline);
            System.out.println();
            System.out.println(report);
        }
        if (!report.holds()) {
            return ExitCode.SOFTWARE;
        }
        return live && nothingSeen(report) ? NOTHING_SEEN : ExitCode.OK;
    }

    /** A level is worth nothing for a pipeline that would be refused for another reason. */
    private static LiveReport computed(Pipeline pipeline) {
        GuaranteeReport report = pipeline.guaranteeReport();
        if (report.reached()) {
            pipeline.validate();
        }
        return new LiveReport(report, Map.of());
    }

    private LiveReport look(Pipeline pipeline) {
        LiveReport report =
                Staunch.look(pipeline, Settings.stateIn(state == null ? Path.of("state") : state), outage());
        // The folder is said by a program's settings, which nobody has here.
        return state == null ? report.ofComponents() : report;
    }

    /** Whether there is a part that told nothing, or none that could. Tells which on the error output, so that nobody takes silence for consent. */
    private boolean nothingSeen(LiveReport report) {
        String unseen = report.unseen().stream().map(Component::label).collect(Collectors.joining(", "));
        boolean noneLooked = report.guarantee().components().stream()
                .allMatch(component -> report.of(component).isEmpty());
        if (noneLooked) {
            complain("no part of pipeline '" + report.guarantee().pipeline()
                    + "' can look at its outside: leave --live out, or look by other means");
        } else if (!unseen.isEmpty()) {
            complain("nothing was seen of " + unseen
                    + ": see the report for why, and ask again where its outside can be reached");
        }
        return noneLooked || !unseen.isEmpty();
    }

    private void complain(String what) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("staunch: " + what + " (exit code " + NOTHING_SEEN + ")");
        err.flush();
    }

    private Pipeline pipeline() {
        if (jar == null && mainClass == null) {
            return ExamplePipelines.named(example == null ? "airport-delays" : example)
                    .at(broker == null ? BROKER : broker, level());
        }
        if (jar == null || mainClass == null || example != null || guarantee != null || broker != null) {
            throw CommandFailure.usage(
                    "--jar and --main go together, without an example, without --guarantee and without --broker");
        }
        return PipelineInJar.load(jar, mainClass);
    }

    private Duration outage() {
        double hours = outage == null ? OUTAGE_HOURS : outage;
        if (!(hours >= 0 && hours <= MOST_OUTAGE_HOURS)) {
            throw CommandFailure.usage("--outage must be from 0 to " + MOST_OUTAGE_HOURS + " hours, was " + hours);
        }
        return Duration.ofMinutes(Math.round(hours * 60));
    }

    private Guarantee level() {
        try {
            return guarantee == null ? Guarantee.EXACTLY_ONCE : Guarantee.of(guarantee);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--guarantee: " + e.getMessage());
        }
    }
}
