package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.RefusingWriteAhead;
import io.staunch.testkit.outside.TableTwoPhaseCommit;
import io.staunch.testkit.outside.TableWriteAhead;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The main job with sinks that write after checkpoints, into tables of the simulated database. */
final class Followers {
    private Followers() {}

    static TableWriteAhead<Departures> table(String name, Protection protection) {
        return new TableWriteAhead<>(name, Departures.class, Departures::origin, protection);
    }

    /** A table that never takes some of the records. */
    static RefusingWriteAhead<Departures> refusing(String name) {
        return new RefusingWriteAhead<>(
                table(name, Protection.LEDGER),
                each -> each.flights() == 7 && each.origin().endsWith("L"));
    }

    /** A sink that prepares. */
    static TwoPhaseCommitSink<Departures> prepared(String name, boolean locks) {
        return new TableTwoPhaseCommit<>(name, Departures::origin, locks);
    }

    /** One that prepares, whose transactions hold rows, and no lead. */
    static Simulation preparedAlone(int flights) {
        return simulation(flights, Map.of("totals", prepared("totals", true)));
    }

    /** A lead, two that prepare, and one that writes from a copy. */
    static Simulation preparedBehindALead(int flights) {
        return simulation(
                flights,
                Map.of(
                        "totals", lead(),
                        "table", prepared("table", true),
                        "other", prepared("other", false),
                        "copied", table("copied", Protection.LEDGER)));
    }

    static Sink<Departures> lead() {
        return new LogLead<>("totals", Departures::origin);
    }

    /** One follower and no lead. */
    static Simulation alone(Protection protection, int flights) {
        return simulation(flights, Map.of("totals", table("totals", protection)));
    }

    /** A lead and a follower. */
    static Simulation behindALead(WriteAheadSink<Departures> follower, int flights) {
        return simulation(flights, Map.of("totals", lead(), "table", follower));
    }

    /** A lead and two followers. */
    static Simulation twoBehindALead(int flights) {
        return simulation(
                flights,
                Map.of(
                        "totals", lead(),
                        "table", table("table", Protection.LEDGER),
                        "other", table("other", Protection.LEDGER)));
    }

    /** All sinks are given the same, and all are judged. */
    static Simulation simulation(int flights, Map<String, Sink<Departures>> sinks) {
        Simulation simulation = simulation(flights, () -> pipeline(sinks));
        for (String sink : sinks.keySet()) {
            simulation = simulation.capture(sink);
        }
        return simulation;
    }

    /** With pipelines that may differ from process to process; nothing is judged yet. Followers wait at a bound that a run reaches. */
    static Simulation simulation(int flights, Supplier<Pipeline> pipelines) {
        return Simulation.of(pipelines)
                .feed("flights", Running.flights(flights), Flight::origin)
                .settings(settings -> settings.sinkLag(5, 4_000));
    }

    static Pipeline pipeline(Map<String, Sink<Departures>> sinks) {
        boolean exact = sinks.values().stream().allMatch(sink -> sink.offer().level() == Guarantee.EXACTLY_ONCE);
        var pipeline = Pipeline.named("departures").guarantee(exact ? Guarantee.EXACTLY_ONCE : Guarantee.AT_LEAST_ONCE);
        var flights = pipeline.from("flights", new LogSource<>("flights", Flight.class));
        var totals = exact ? counted(flights) : flights.map(each -> new Departures(each.origin(), 1, each.number()));
        new TreeMap<>(sinks).forEach(totals::to);
        return pipeline;
    }

    /** Only where nothing is counted again: otherwise the counts are other ones, and what comes can't be told from what is lost. */
    private static Stream<Departures> counted(Stream<Flight> flights) {
        return flights.keyBy(Flight::origin)
                .fold("departures", new Departures("", 0, 0), Departures::plus)
                .values();
    }
}
