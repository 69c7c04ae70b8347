package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The main job in the small: flights in, a running result per origin airport out, in which every flight and its place counts. */
final class Running {
    private static final String[] AIRPORTS = {"JFK", "LAX", "SFO", "ORD", "DFW", "ATL", "MIA"};

    /** A flight. */
    record Flight(String origin, int number) {}

    /**
     * What was seen of an airport.
     *
     * @param trail over the numbers of its flights in their order, so that a swapped, lost or repeated one changes all later results
     */
    record Departures(String origin, long flights, long trail) {
        Departures plus(Flight flight) {
            return new Departures(flight.origin(), flights + 1, trail * 31 + flight.number());
        }
    }

    private Running() {}

    /** Over the simulated log. */
    static Simulation onTheLog(int flights) {
        return simulation(
                new LogSource<>("flights", Flight.class), new LogLead<>("totals", Departures::origin), flights);
    }

    /** Over the simulated Kafka, with the connector's own source and sink. */
    static Simulation onKafka(int flights) {
        return simulation(
                KafkaSource.json(Flight.class)
                        .bootstrapServers("simulated:9092")
                        .topic("flights"),
                KafkaSink.json(Departures.class)
                        .bootstrapServers("simulated:9092")
                        .topic("totals")
                        .key(Departures::origin),
                flights);
    }

    /** Over any source and sink. */
    static Simulation simulation(Source<Flight> source, Sink<Departures> sink, int flights) {
        return simulation(source, sink, flights, Guarantee.EXACTLY_ONCE);
    }

    static Simulation simulation(Source<Flight> source, Sink<Departures> sink, int flights, Guarantee guarantee) {
        return Simulation.of(() -> pipeline(source, sink, guarantee))
                .feed("flights", flights(flights), Flight::origin)
                .capture("totals");
    }

    private static Pipeline pipeline(Source<Flight> source, Sink<Departures> sink, Guarantee guarantee) {
        var pipeline = Pipeline.named("departures").guarantee(guarantee);
        pipeline.from("flights", source)
                .keyBy(Flight::origin)
                .fold("departures", new Departures("", 0, 0), Departures::plus)
                .values()
                .to("totals", sink);
        return pipeline;
    }

    static List<Flight> flights(int count) {
        var random = new Random(2001);
        List<Flight> flights = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flights.add(new Flight(AIRPORTS[random.nextInt(AIRPORTS.length)], i));
        }
        return flights;
    }
}
