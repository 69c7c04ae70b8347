package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.TableInsert;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Sinks over the simulated database, judged in both directions: what a guarantee promises holds in every run, and what it does not promise is
 * seen to happen.
 */
class TableSimulationTest {
    private static final int FLIGHTS = 100;
    private static final int SEEDS = 100;
    private static final int MOST_SEEDS = 1_000;

    @Test
    void upsertsThatAskConvergeAndNeverFallBehindACheckpoint() {
        System.out.println(upserts().seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void upsertsThatDoNotAskLoseNothingButAreOverwrittenByProcessesThatWereReplaced() {
        var unasked = new TableUpsert<Flight>("flights", Flight::origin, false);
        System.out.println(
                passingOn(unasked, Guarantee.AT_LEAST_ONCE).seeds(SEEDS).expectAtLeastOnce());
        assertFound(passingOn(unasked, Guarantee.AT_LEAST_ONCE), Guarantee.EXACTLY_ONCE, "counts on");
    }

    @Test
    void insertsLoseNothingAndAreRepeated() {
        var inserts = new TableInsert<Flight>("flights", Flight::origin);
        System.out.println(
                passingOn(inserts, Guarantee.AT_LEAST_ONCE).seeds(SEEDS).expectAtLeastOnce());
        assertFound(
                passingOn(inserts, Guarantee.AT_LEAST_ONCE),
                Guarantee.EXACTLY_ONCE,
                "has come more often than it must");
    }

    @Test
    void atMostOnceRepeatsNothingAndLoses() {
        var inserts = new TableInsert<Flight>("flights", Flight::origin);
        System.out.println(
                passingOn(inserts, Guarantee.AT_MOST_ONCE).seeds(SEEDS).expectAtMostOnce());
        assertFound(passingOn(inserts, Guarantee.AT_MOST_ONCE), Guarantee.AT_LEAST_ONCE, "output is missing");
    }

    private static Simulation upserts() {
        return Running.simulation(
                new LogSource<>("flights", Flight.class), new TableUpsert<>("totals", Departures::origin), FLIGHTS);
    }

    /** A pipeline without state, so that what is repeated is the same. */
    private static Simulation passingOn(Sink<Flight> sink, Guarantee guarantee) {
        return Simulation.of(() -> {
                    Pipeline pipeline = Pipeline.named("flights").guarantee(guarantee);
                    pipeline.from("flights", new LogSource<>("flights", Flight.class))
                            .to("out", sink);
                    return pipeline;
                })
                .feed("flights", Running.flights(FLIGHTS), Flight::origin)
                .capture("out");
    }

    /** A run is found that breaks more than was promised. */
    private static void assertFound(Simulation simulation, Guarantee more, String how) {
        for (int seed = 1; seed <= MOST_SEEDS; seed += 10) {
            CampaignResult result = simulation
                    .bounds(new Bounds(20_000, 20_000))
                    .from(seed)
                    .seeds(10)
                    .run(more);
            List<String> violations = result.failed().stream()
                    .flatMap(run -> run.violations().stream())
                    .toList();
            if (!violations.isEmpty()) {
                assertThat(violations).anyMatch(text -> text.contains(how));
                System.out.println(
                        more + " is not kept in run " + result.failed().get(0).seed() + ": " + violations.get(0));
                return;
            }
        }
        throw new AssertionError("no run of " + MOST_SEEDS + " shows that " + more + " is not kept");
    }
}
