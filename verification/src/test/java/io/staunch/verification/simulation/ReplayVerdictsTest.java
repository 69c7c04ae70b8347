package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.testkit.outside.LogOutsideKind;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.TableOutsideKind;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.ProcessFaults;
import io.staunch.verification.simulation.Before.Row;
import io.staunch.verification.simulation.Running.Flight;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The verdict over what is written by key, for each kind of operator before it, against what runs show: behind operators that give the same again none breaks exactly-once, and behind
 * each other one a run is found in which a row stays that no later attempt has written, in a world that has nothing but processes that die. Sinks that show nothing before their checkpoint are
 * exactly-once behind both.
 */
class ReplayVerdictsTest {
    private static final int FLIGHTS = 60;
    private static final int SEEDS = 15;
    private static final int MOST_SEEDS = 600;
    private static final int AT_ONCE = 10;

    /** So long that a timer comes also where the clock of a process is seconds behind that of the one before. */
    private static final Bounds BOUNDS = new Bounds(20_000, 500_000);

    /** No pauses and no clocks that jump: so no older process goes on writing, and an earlier decision is changed by nothing but the replay. */
    private static final FaultPlan DEATHS =
            new FaultPlan(new ProcessFaults(0.002, 0.02, 0.01, 0, 0, 0, 0, 0, 0), CallFaults.NONE, 0, 1, 6, List.of());

    @ParameterizedTest
    @EnumSource
    void byKeyItIsRefusedBehindWhatMayNotGiveTheSameAgainAndNowhereElse(Before before) {
        Pipeline pipeline = pipeline(before, SinkTemplate.IDEMPOTENT.sink(Row.class, row -> row));
        if (before.repeatable()) {
            pipeline.validate();
            return;
        }
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("asks for exactly-once and can't have it")
                .hasMessageContaining("at-least-once: the weakest component is sink 'out'")
                .hasMessageContaining("remedy: a sink that shows nothing before its checkpoint");
    }

    @Test
    void theReportNamesTheOperator() {
        assertThat(report(Before.ENRICH)).contains("enrichment 'gates' asks another system");
        assertThat(report(Before.TABLE_BY_KEY)).contains("operator 'ruled' reads a table that is broadcast");
        assertThat(report(Before.CLOCK_DEDUPLICATION)).contains("deduplication 'firsts' forgets by the wall clock");
        assertThat(report(Before.EXPIRING_STATE)).contains("operator 'seen' has state that expires");
        assertThat(report(Before.LATE_JOIN)).contains("join 'interval' says where late records go");
    }

    /** A row that is written twice by key is there once: the faults are all there are, so processes also stand still and go on. */
    @ParameterizedTest
    @EnumSource
    void noRunBreaksWhatIsCalledExactlyOnce(Before before) {
        for (SinkTemplate template :
                List.of(SinkTemplate.LEAD, SinkTemplate.WRITE_AHEAD_LEDGER, SinkTemplate.IDEMPOTENT)) {
            if (template.commits() || before.repeatable()) {
                kept(simulation(before, template.sink(Row.class, row -> row)));
            }
        }
        if (before.repeatable()) {
            kept(deaths(before));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRunShowsThatARowStaysBehindWhatMayNotGiveTheSameAgain(Before before) {
        if (before.repeatable()) {
            return;
        }
        for (int seed = 1; seed <= MOST_SEEDS; seed += AT_ONCE) {
            CampaignResult result = deaths(before).from(seed).seeds(AT_ONCE).run(Guarantee.EXACTLY_ONCE);
            assertThat(result.failed())
                    .allSatisfy(run -> assertThat(run.output().duplicated())
                            .as(run.report())
                            .isPositive());
            if (!result.passed()) {
                System.out.println(before + ": in run " + result.failed().get(0).seed() + ": "
                        + result.failed().get(0).violations().get(0));
                return;
            }
        }
        throw new AssertionError(before + ": no run of " + MOST_SEEDS + " shows a row that stays");
    }

    /** At-least-once is what is promised then. */
    @ParameterizedTest
    @EnumSource(names = {"ENRICH", "TABLE_BY_KEY", "INTERVAL_TRIGGER", "EXPIRING_STATE"})
    void noRunLosesAFlightByKeyBehindWhatMayNotGiveTheSameAgain(Before before) {
        Sink<Row> sink = SinkTemplate.IDEMPOTENT.sink(Row.class, row -> row);
        CampaignResult result = simulation(() -> pipeline(before, sink).guarantee(Guarantee.AT_LEAST_ONCE), before)
                .seeds(SEEDS)
                .run(Guarantee.AT_LEAST_ONCE);
        assertThat(result.passed()).as(result.toString()).isTrue();
    }

    private static void kept(Simulation simulation) {
        CampaignResult result = simulation.seeds(SEEDS).run(Guarantee.EXACTLY_ONCE);
        assertThat(result.passed()).as(result.toString()).isTrue();
    }

    private static String report(Before before) {
        return pipeline(before, SinkTemplate.IDEMPOTENT.sink(Row.class, row -> row))
                .guaranteeReport()
                .toString();
    }

    /** The same by key, though it would be refused. */
    private static Simulation deaths(Before before) {
        return simulation(before, new TakenAtItsWord<>(new TableUpsert<Row>(SinkTemplate.OUT, row -> row, false)))
                .faults(seed -> DEATHS);
    }

    private static Simulation simulation(Before before, Sink<Row> sink) {
        return simulation(() -> pipeline(before, sink), before);
    }

    private static Simulation simulation(Supplier<Pipeline> pipeline, Before before) {
        List<Flight> flights = Running.flights(FLIGHTS);
        List<Output> each =
                flights.stream().map(flight -> ById.id(flight.number())).toList();
        Simulation simulation = Simulation.of(pipeline)
                .only(new ById(new LogOutsideKind()))
                .outside(new ById(new TableOutsideKind()))
                .feed("flights", flights, Flight::origin)
                .capture(SinkTemplate.OUT)
                .expect(SinkTemplate.OUT, each)
                .bounds(BOUNDS);
        return before.byEventTime() ? simulation.finishes() : simulation;
    }

    private static Pipeline pipeline(Before before, Sink<Row> sink) {
        Pipeline pipeline = Pipeline.named("verdicts");
        before.rows(pipeline.from("flights", new LogSource<>("flights", Flight.class, before.byEventTime())))
                .to(SinkTemplate.OUT, sink);
        return pipeline;
    }
}
