package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The computed guarantee against what runs show, for each template of sink and each level that a pipeline can ask for, in both directions: no run
 * breaks what the verdict promises, and for a verdict below exactly-once a run is found that breaks the next higher level. So no verdict
 * is too kind, and none too strict.
 */
class VerdictsTest {
    private static final int FLIGHTS = 100;
    private static final int SEEDS = 40;
    private static final int MOST_SEEDS = 1_000;
    private static final int AT_ONCE = 10;
    private static final Path DOCS = Path.of("..", "docs", "sinks.md");
    private static final String OTHER = " is not kept";

    /** One row of the table. */
    record Verdict(SinkTemplate template, Guarantee asked) {
        /** What the pipeline is worth, whether it may start or not. */
        Guarantee level() {
            return keyed(template, asked).guaranteeReport().level();
        }

        boolean starts() {
            try {
                keyed(template, asked).validate();
                return true;
            } catch (ConfigurationException e) {
                return false;
            }
        }

        String row() {
            return "| " + template.words() + " | " + asked.text() + " | " + (starts() ? "" : "refused: ")
                    + (starts() || !level().reaches(asked)
                            ? level().text()
                            : "commits with checkpoints that are not restored")
                    + " |";
        }

        @Override
        public String toString() {
            return template + ", " + asked.text();
        }
    }

    static List<Verdict> verdicts() {
        List<Verdict> all = new ArrayList<>();
        for (SinkTemplate template : SinkTemplate.values()) {
            for (Guarantee asked : Guarantee.values()) {
                all.add(new Verdict(template, asked));
            }
        }
        return all;
    }

    static List<Verdict> thoseThatStart() {
        return verdicts().stream().filter(Verdict::starts).toList();
    }

    @Test
    void theTableInTheDocsIsTheComputedOne() throws Exception {
        List<String> lines = Files.readAllLines(DOCS);
        List<String> table =
                lines.subList(lines.indexOf("<!-- verdicts -->") + 3, lines.indexOf("<!-- end of the verdicts -->"));
        assertThat(table)
                .containsExactlyElementsOf(verdicts().stream().map(Verdict::row).toList());
    }

    @ParameterizedTest
    @MethodSource("thoseThatStart")
    void noRunBreaksWhatTheVerdictPromises(Verdict verdict) {
        CampaignResult result = passingOn(verdict).seeds(SEEDS).run(verdict.level());
        assertThat(result.passed()).as(result.toString()).isTrue();
        if (verdict.level() == Guarantee.EXACTLY_ONCE) {
            CampaignResult counting = counting(verdict).seeds(SEEDS).run(Guarantee.EXACTLY_ONCE);
            assertThat(counting.passed()).as(counting.toString()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("thoseThatStart")
    void aRunShowsWhyTheVerdictIsNotHigher(Verdict verdict) {
        switch (verdict.level()) {
            case EXACTLY_ONCE -> {}
            case AT_LEAST_ONCE -> found(counting(verdict), Guarantee.EXACTLY_ONCE, verdict);
            case AT_MOST_ONCE -> found(passingOn(verdict), Guarantee.AT_LEAST_ONCE, verdict);
        }
    }

    private static void found(Simulation simulation, Guarantee more, Verdict verdict) {
        for (int seed = 1; seed <= MOST_SEEDS; seed += AT_ONCE) {
            CampaignResult result = simulation
                    .bounds(new Bounds(20_000, 20_000))
                    .from(seed)
                    .seeds(AT_ONCE)
                    .run(more);
            if (!result.passed()) {
                System.out.println(verdict + ": " + more.text() + OTHER + " in run "
                        + result.failed().get(0).seed() + ": "
                        + result.failed().get(0).violations().get(0));
                return;
            }
        }
        throw new AssertionError(verdict + ": no run of " + MOST_SEEDS + " shows that " + more.text() + OTHER);
    }

    /** Without state, so that what is repeated is the same; over an exchange, so that barriers meet. */
    private static Simulation passingOn(Verdict verdict) {
        return Simulation.of(() -> {
                    Pipeline pipeline = Pipeline.named("verdicts").guarantee(verdict.asked());
                    pipeline.from("flights", new LogSource<>("flights", Flight.class))
                            .keyBy(Flight::origin)
                            .<Flight>process("passed-on", states -> (flight, context) -> context.emit(flight))
                            .to("out", verdict.template().sink(Flight.class, Flight::origin));
                    return pipeline;
                })
                .feed("flights", Running.flights(FLIGHTS), Flight::origin)
                .capture("out");
    }

    /** With state, so that what is counted twice is seen. */
    private static Simulation counting(Verdict verdict) {
        return Simulation.of(() -> keyed(verdict.template(), verdict.asked()))
                .feed("flights", Running.flights(FLIGHTS), Flight::origin)
                .capture("out");
    }

    private static Pipeline keyed(SinkTemplate template, Guarantee asked) {
        Pipeline pipeline = Pipeline.named("verdicts").guarantee(asked);
        pipeline.from("flights", new LogSource<>("flights", Flight.class))
                .keyBy(Flight::origin)
                .fold("departures", new Departures("", 0, 0), Departures::plus)
                .values()
                .to("out", template.sink(Departures.class, Departures::origin));
        return pipeline;
    }
}
