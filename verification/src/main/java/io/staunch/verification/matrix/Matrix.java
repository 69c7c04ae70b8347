package io.staunch.verification.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./staunch matrix}. */
@Command(
        name = "staunch matrix",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 140,
        sortOptions = false,
        description = {
            "The crash matrix: a job in processes of its own, on a real broker, with every fault at every place, beside somebody who"
                    + " reads what is committed.",
            "Each case is judged by the guarantee of its pipeline, and must come to its end by itself once the fault is over.",
            "Ends with 1 if a case was not survived. A case that this machine can't run is told of, and counts as neither.",
            ""
        })
public final class Matrix implements Callable<Integer> {
    @Option(names = "--sink", split = ",", paramLabel = "NAME", description = "which; default: all, see --list")
    private List<String> sinks =
            Arrays.stream(Subject.values()).map(Subject::option).toList();

    @Option(names = "--fault", split = ",", paramLabel = "NAME", description = "which; default: all, see --list")
    private List<String> faults =
            Arrays.stream(Fault.values()).map(Fault::option).toList();

    @Option(names = "--place", paramLabel = "TEXT", description = "only cases whose place has this in it, as DURABLE")
    private String place = "";

    @Option(names = "--runs", paramLabel = "N", description = "of each case; default: ${DEFAULT-VALUE}")
    private int runs = 1;

    @Option(names = "--limit", paramLabel = "SECONDS", description = "of one case; default: ${DEFAULT-VALUE}")
    private int limitSeconds = 180;

    @Option(names = "--list", description = "show the sinks and the faults, and run nothing")
    private boolean list;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "append each outcome there, an object on each line; cases that are in it already are not run again")
    private @Nullable Path json;

    @Option(names = "--known", description = "run nothing: only what the file of --json has already")
    private boolean known;

    @Option(
            names = "--into",
            paramLabel = "FILE",
            description = "write the table between its marks in this file, as docs/faults.md")
    private @Nullable Path into;

    @Spec
    private CommandSpec spec;

    /** Arguments: see {@code --help}. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Matrix()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            Stream.of(Subject.values()).forEach(sink -> System.out.println("--sink " + sink.option()));
            Stream.of(Fault.values())
                    .forEach(fault -> System.out.println(
                            "--fault " + fault.option() + ": " + fault.words() + "; " + fault.where()));
            return 0;
        }
        requireSense();
        List<Outcome> outcomes = run(cases());
        if (outcomes.isEmpty()) {
            throw wrong("--known: " + json + " has no outcome of these cases: name the file of an earlier --json");
        }
        var report = new Report(outcomes);
        System.out.println();
        System.out.print(report.table());
        if (into != null) {
            Files.writeString(into, report.into(Files.readString(into)));
        }
        List<Outcome> broken =
                outcomes.stream().filter(each -> each.ran() && !each.survived()).toList();
        broken.forEach(each -> System.out.println("NOT SURVIVED: " + each));
        return broken.isEmpty() ? 0 : 1;
    }

    /** Before the work, so that what would be thrown away costs nothing. */
    private void requireSense() {
        if (known && json == null) {
            throw wrong("--known goes with --json, the file that has the outcomes");
        }
        if (limitSeconds < 1) {
            throw wrong("--limit must be at least 1, was " + limitSeconds);
        }
        if (into != null) {
            try {
                var unused = new Report(List.of()).into(Files.readString(into));
            } catch (IOException | IllegalArgumentException e) {
                throw wrong("--into " + into + ": " + e.getMessage());
            }
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private List<Case> cases() {
        List<Case> all = new ArrayList<>();
        for (String sink : sinks) {
            for (String fault : faults) {
                for (int run = 0; run < runs; run++) {
                    all.addAll(fault(fault).cases(subject(sink), run));
                }
            }
        }
        List<Case> wanted =
                all.stream().filter(each -> each.place().contains(place)).toList();
        if (wanted.isEmpty() || runs < 1) {
            throw wrong("no case is to be run");
        }
        return wanted;
    }

    private Subject subject(String option) {
        return Stream.of(Subject.values())
                .filter(each -> each.option().equals(option))
                .findFirst()
                .orElseThrow(() ->
                        unknown("sink", option, Stream.of(Subject.values()).map(Subject::option)));
    }

    private Fault fault(String option) {
        return Stream.of(Fault.values())
                .filter(each -> each.option().equals(option))
                .findFirst()
                .orElseThrow(
                        () -> unknown("fault", option, Stream.of(Fault.values()).map(Fault::option)));
    }

    private ParameterException unknown(String what, String option, Stream<String> known) {
        return wrong("there is no " + what + " '" + option + "'; there are " + known.collect(Collectors.joining(", ")));
    }

    private List<Outcome> run(List<Case> cases) throws Exception {
        var file = new OutcomeFile(json);
        if (known) {
            return cases.stream()
                    .flatMap(each -> file.takeEarlier(each).stream())
                    .toList();
        }
        List<Outcome> outcomes = new ArrayList<>();
        try (var all = new Runs(Duration.ofSeconds(limitSeconds))) {
            for (Case each : cases) {
                Outcome outcome = file.takeEarlier(each).orElse(null);
                if (outcome == null) {
                    outcome = all.run(each);
                    file.add(outcome);
                }
                outcomes.add(outcome);
                System.out.println(outcomes.size() + "/" + cases.size() + " " + outcome);
            }
        }
        return outcomes;
    }
}
