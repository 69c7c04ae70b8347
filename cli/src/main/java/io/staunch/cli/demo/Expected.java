package io.staunch.cli.demo;

import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What must come out, computed without the engine: a plain loop over the same flights in the order in which they go in. All flights of an
 * airport go into one partition, so the totals after each of them are known to the last minute.
 */
final class Expected {
    private final Flights flights;
    private final int[] counted;
    private final int[] delayed;
    private final long[] minutes;
    private final SortedMap<String, AirportDelays> totals = new TreeMap<>();

    private Expected(Flights flights, int records) {
        this.flights = flights;
        counted = new int[records];
        delayed = new int[records];
        minutes = new long[records];
    }

    /** Of the flights with the numbers from 1 to {@code records}. */
    static Expected of(Flights flights, int records) {
        var expected = new Expected(flights, records);
        for (int number = 1; number <= records; number++) {
            expected.count(number, flights.flight(number));
        }
        return expected;
    }

    private void count(int number, Flight flight) {
        AirportDelays before = totals.get(flight.origin());
        counted[number - 1] = before == null ? 1 : (int) before.flights() + 1;
        delayed[number - 1] = before == null ? 0 : (int) before.delayed();
        minutes[number - 1] = before == null ? 0 : before.minutes();
        if (flight.delayMinutes() > 15) {
            delayed[number - 1]++;
        }
        if (flight.delayMinutes() > 0) {
            minutes[number - 1] += flight.delayMinutes();
        }
        totals.put(flight.origin(), after(number));
    }

    /** How many flights go in. */
    int records() {
        return counted.length;
    }

    /** The totals of its airport after the flight with this number. */
    AirportDelays after(int number) {
        Flight flight = flights.flight(number);
        return new AirportDelays(
                flight.origin(), counted[number - 1], delayed[number - 1], minutes[number - 1], flight.id());
    }

    /** The final totals, by airport. */
    SortedMap<String, AirportDelays> totals() {
        return totals;
    }
}
