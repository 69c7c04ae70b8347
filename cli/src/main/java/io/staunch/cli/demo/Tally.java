package io.staunch.cli.demo;

import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.Flights;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the output against what must come, record by record. Owned by the thread that reads the output; {@link #counts()} is for when it
 * has ended.
 *
 * <p>Each flight that goes in must come out once, in order within its airport and always in the same partition, with the totals that
 * {@link Expected} has.
 */
final class Tally {
    /**
     * What was found.
     *
     * @param out records that came out
     * @param lost flights that did not come out
     * @param duplicated records for flights that had come out before
     * @param outOfOrder records behind a later one of their airport, or in another partition than that
     * @param foreign records for no flight that went in
     * @param wrongTotals records, first of their flight, with other totals than must be
     * @param countedTwice flights that the last totals count beyond those that went in, over all airports
     * @param uncounted flights that went in and that the last totals don't count, over all airports
     * @param totals the last totals, by airport
     */
    record Counts(
            long out,
            long lost,
            long duplicated,
            long outOfOrder,
            long foreign,
            long wrongTotals,
            long countedTwice,
            long uncounted,
            SortedMap<String, AirportDelays> totals) {
        Counts {
            totals = Collections.unmodifiableSortedMap(new TreeMap<>(totals));
        }
    }

    /** The newest flight of an airport that has come out, and where. */
    private record Newest(int number, int partition) {}

    private final Expected expected;
    private final BitSet seen;
    private final Map<String, Newest> newest = new HashMap<>();
    private final SortedMap<String, AirportDelays> totals = new TreeMap<>();
    private long out;
    private long duplicated;
    private long outOfOrder;
    private long foreign;
    private long wrongTotals;
    private int distinct;
    private int highest;

    Tally(Expected expected) {
        this.expected = expected;
        seen = new BitSet(expected.records() + 1);
    }

    /** A record has come out. */
    void add(int partition, AirportDelays record) {
        out++;
        int number = number(record);
        if (number < 1 || number > expected.records()) {
            foreign++;
            return;
        }
        totals.put(record.airport(), record);
        highest = Math.max(highest, number);
        if (seen.get(number)) {
            duplicated++;
            return;
        }
        seen.set(number);
        distinct++;
        if (!expected.after(number).equals(record)) {
            wrongTotals++;
        }
        Newest before = newest.get(record.airport());
        if (before != null && (before.number > number || before.partition != partition)) {
            outOfOrder++;
        } else {
            newest.put(record.airport(), new Newest(number, partition));
        }
    }

    private static int number(AirportDelays record) {
        try {
            return record.lastFlight() == null ? 0 : Flights.number(record.lastFlight());
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    /** A record has come out that can't be read. */
    void addUnreadable() {
        out++;
        foreign++;
    }

    /** How many flights have come out. */
    int distinct() {
        return distinct;
    }

    /** The highest number of a flight that has come out: how far the job is. */
    int highest() {
        return highest;
    }

    long out() {
        return out;
    }

    Counts counts() {
        long surplus = 0;
        long deficit = 0;
        for (AirportDelays of : expected.totals().values()) {
            AirportDelays last = totals.get(of.airport());
            long difference = (last == null ? 0 : last.flights()) - of.flights();
            surplus += Math.max(0, difference);
            deficit += Math.max(0, -difference);
        }
        return new Counts(
                out,
                expected.records() - distinct,
                duplicated,
                outOfOrder,
                foreign,
                wrongTotals,
                surplus,
                deficit,
                totals);
    }
}
