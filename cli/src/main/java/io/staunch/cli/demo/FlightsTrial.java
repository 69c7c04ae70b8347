package io.staunch.cli.demo;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import java.io.IOException;

/** Flights, counted per airport: each gives one record. */
final class FlightsTrial implements Trial, Input, Output {
    private final Flights flights = Flights.load();
    private final Expected expected;
    private final Tally tally;
    private final ObjectReader json = JsonMapper.builder().build().readerFor(AirportDelays.class);

    FlightsTrial(int records) {
        expected = Expected.of(flights, records);
        tally = new Tally(expected);
    }

    @Override
    public Input input() {
        return this;
    }

    @Override
    public Output output() {
        return this;
    }

    @Override
    public int wanted() {
        return expected.records();
    }

    @Override
    public FlightsVerdict verdict(Kills kills) {
        return new FlightsVerdict(expected, tally.counts(), kills);
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

    @Override
    public void add(int partition, byte[] value) throws IOException {
        tally.add(partition, json.readValue(value));
    }

    @Override
    public void addUnreadable() {
        tally.addUnreadable();
    }

    @Override
    public long out() {
        return tally.out();
    }

    @Override
    public int distinct() {
        return tally.distinct();
    }

    @Override
    public int highest() {
        return tally.highest();
    }
}
