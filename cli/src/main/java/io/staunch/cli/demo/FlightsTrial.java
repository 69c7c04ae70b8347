package io.staunch.cli.demo;

import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Flights, counted per airport: each gives one record to each sink. */
final class FlightsTrial implements Trial, Input {
    private final Flights flights = Flights.load();
    private final Expected expected;
    private final Map<DemoSink, FlightsOutput> outputs = new EnumMap<>(DemoSink.class);

    FlightsTrial(int records, Set<DemoSink> sinks) {
        expected = Expected.of(flights, records);
        sinks.forEach(sink -> outputs.put(sink, new FlightsOutput(expected)));
    }

    @Override
    public Input input() {
        return this;
    }

    @Override
    public Output output(DemoSink sink) {
        FlightsOutput output = outputs.get(sink);
        if (output == null) {
            throw new IllegalArgumentException("the job does not write to " + sink + ", only to " + outputs.keySet());
        }
        return output;
    }

    @Override
    public int wanted() {
        return expected.records();
    }

    @Override
    public FlightsVerdict verdict(Kills kills) {
        Map<DemoSink, Tally.Counts> counts = new EnumMap<>(DemoSink.class);
        outputs.forEach((sink, output) -> counts.put(sink, output.counts()));
        return new FlightsVerdict(expected, counts, kills);
    }

    @Override
    public String topic() {
        return AirportDelaysJob.FLIGHTS;
    }

    @Override
    public String plural() {
        return "flights";
    }

    /** By origin, so that all flights of an airport are in one partition, in order. */
    @Override
    public Entry entry(int number, int partitions) {
        Flight flight = flights.flight(number);
        return new Entry(null, flight.origin(), flight);
    }
}
