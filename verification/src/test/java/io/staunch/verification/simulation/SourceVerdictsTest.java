package io.staunch.verification.simulation;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Flight;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The verdict over a source that can't be read again, against what runs show, in both directions: asked for at-most-once no run repeats a record,
 * and whatever else is asked for, and by whatever sink, a run is found in which records are lost. So at-most-once is neither too kind nor too strict.
 */
class SourceVerdictsTest {
    private static final int FLIGHTS = 100;
    private static final int SEEDS = 40;
    private static final int MOST_SEEDS = 1_000;
    private static final int AT_ONCE = 4;

    private static final LogSource<Flight> READ_ONCE = new LogSource<>("flights", Flight.class).deletingWhatWasRead();

    /** The same source, which says that it can be read again, so that it is not refused. */
    private static final Source<Flight> AT_ITS_WORD = new Offering<>(READ_ONCE, Offer.exactlyOnce("it says so"));

    /** What is asked for, and of which sink. */
    record Asked(SinkTemplate template, Guarantee guarantee) {
        Pipeline over(Source<Flight> source) {
            Pipeline pipeline = Pipeline.named("verdicts").guarantee(guarantee);
            pipeline.from("flights", source)
                    .keyBy(Flight::origin)
                    .<Flight>process("passed-on", states -> (flight, context) -> context.emit(flight))
                    .to(SinkTemplate.OUT, template.sink(Flight.class, Flight::number));
            return pipeline;
        }

        Simulation simulation(Source<Flight> source) {
            return Simulation.of(() -> over(source))
                    .feed("flights", Running.flights(FLIGHTS), Flight::origin)
                    .capture(SinkTemplate.OUT);
        }

        boolean starts(Source<Flight> source) {
            try {
                over(source).validate();
                return true;
            } catch (ConfigurationException e) {
                return false;
            }
        }

        @Override
        public String toString() {
            return template + ", " + guarantee.text();
        }
    }

    private static Stream<Asked> all() {
        return Stream.of(SinkTemplate.values())
                .flatMap(template -> Stream.of(Guarantee.values()).map(guarantee -> new Asked(template, guarantee)));
    }

    static Stream<Asked> thoseThatStart() {
        return all().filter(asked -> asked.starts(READ_ONCE));
    }

    /** Those that would start if the source could be read again. */
    static Stream<Asked> thoseThatAreRefused() {
        return all().filter(asked -> asked.starts(AT_ITS_WORD) && !asked.starts(READ_ONCE));
    }

    @Test
    void onlyAtMostOnceStarts() {
        assertThat(thoseThatStart())
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.guarantee()).isEqualTo(AT_MOST_ONCE));
        assertThat(thoseThatAreRefused()).extracting(Asked::guarantee).contains(AT_LEAST_ONCE, EXACTLY_ONCE);
    }

    @ParameterizedTest
    @EnumSource(SinkTemplate.class)
    void itIsNeverCalledMoreThanAtMostOnce(SinkTemplate template) {
        for (Guarantee guarantee : Guarantee.values()) {
            var asked = new Asked(template, guarantee);
            assertThat(asked.over(READ_ONCE).guaranteeReport().level()).isEqualTo(AT_MOST_ONCE);
            if (guarantee != AT_MOST_ONCE) {
                assertThatThrownBy(() -> asked.over(READ_ONCE).validate())
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("at-most-once: the weakest component is source 'flights'")
                        .hasMessageContaining("what was read is gone")
                        .hasMessageContaining("remedy: a source that can be read again");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thoseThatStart")
    void noRunRepeatsARecord(Asked asked) {
        CampaignResult result = asked.simulation(READ_ONCE).seeds(SEEDS).run(AT_MOST_ONCE);
        assertThat(result.passed()).as(result.toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("thoseThatStart")
    void aRunLosesRecords(Asked asked) {
        lost(asked, asked.simulation(READ_ONCE));
    }

    /** Neither checkpoints nor any sink make up for it. */
    @ParameterizedTest
    @MethodSource("thoseThatAreRefused")
    void aRunLosesRecordsWhateverTheSinkAndTheMode(Asked asked) {
        lost(asked, asked.simulation(AT_ITS_WORD));
    }

    private static void lost(Asked asked, Simulation simulation) {
        for (int seed = 1; seed <= MOST_SEEDS; seed += AT_ONCE) {
            CampaignResult result = simulation
                    .bounds(new Bounds(20_000, 20_000))
                    .from(seed)
                    .seeds(AT_ONCE)
                    .run(AT_LEAST_ONCE);
            if (!result.passed()) {
                assertThat(result.failed())
                        .allSatisfy(run ->
                                assertThat(run.output().lost()).as(run.report()).isPositive());
                System.out.println(asked + ": " + result.failed().get(0).output() + " in run "
                        + result.failed().get(0).seed());
                return;
            }
        }
        throw new AssertionError(asked + ": no run of " + MOST_SEEDS + " loses a record");
    }
}
