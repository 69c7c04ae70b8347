package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.Flights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A right output is found exact; each planted error is found, and counted under its name. */
class TallyTest {
    private static final int RECORDS = 21_000;
    private static final Expected EXPECTED = Expected.of(Flights.load(), RECORDS);

    /** A flight of an airport with many more before and after it. */
    private static final int IN_THE_MIDDLE = middle("ORD");

    /** One record of the output and its partition. */
    private record Out(int partition, AirportDelays record) {}

    @Test
    void aRightOutputIsExact() {
        Tally.Counts counts = count(output -> {});
        assertThat(counts).isEqualTo(new Tally.Counts(RECORDS, 0, 0, 0, 0, 0, 0, 0, EXPECTED.totals()));
    }

    @Test
    void airportsMayComeInAnyOrder() {
        Tally.Counts counts = count(output -> {
            List<Out> ordered = output.stream()
                    .sorted(java.util.Comparator.comparing(o -> o.record().airport()))
                    .toList();
            output.clear();
            output.addAll(ordered);
        });
        assertThat(counts.outOfOrder()).isZero();
        assertThat(counts.lost()).isZero();
    }

    static Stream<Arguments> plantedErrors() {
        return Stream.of(
                planted("one record lost", o -> o.remove(IN_THE_MIDDLE - 1), found(-1, 1, 0, 0, 0, 0)),
                planted(
                        "one record twice",
                        o -> o.add(IN_THE_MIDDLE, o.get(IN_THE_MIDDLE - 1)),
                        found(1, 0, 1, 0, 0, 0)),
                planted("two of an airport changed places", TallyTest::swap, found(0, 0, 0, 1, 0, 0)),
                planted(
                        "one record in another partition",
                        o -> o.set(
                                IN_THE_MIDDLE - 1,
                                new Out(9, o.get(IN_THE_MIDDLE - 1).record())),
                        found(0, 0, 0, 1, 0, 0)),
                planted(
                        "a record of a flight that never went in",
                        o -> o.add(foreign(RECORDS + 1)),
                        found(1, 0, 0, 0, 1, 0)),
                planted("a record without a flight", o -> o.add(new Out(0, last(""))), found(1, 0, 0, 0, 1, 0)),
                planted("a record with null", o -> o.add(new Out(0, last(null))), found(1, 0, 0, 0, 1, 0)),
                planted(
                        "one total too high",
                        o -> o.set(IN_THE_MIDDLE - 1, more(IN_THE_MIDDLE)),
                        found(0, 0, 0, 0, 0, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plantedErrors")
    void aPlantedErrorIsCountedUnderItsName(String name, Consumer<List<Out>> error, Tally.Counts found) {
        Tally.Counts counts = count(error);
        assertThat(counts).usingRecursiveComparison().ignoringFields("totals").isEqualTo(found);
        assertThat(verdict(counts).exact()).isFalse();
    }

    @Test
    void aFlightCountedTwiceShowsInEveryRecordAfterIt() {
        long after = flightsOf("ORD") - EXPECTED.after(IN_THE_MIDDLE).flights() + 1;
        Tally.Counts counts = count(output -> output.replaceAll(out -> {
            AirportDelays r = out.record();
            boolean behind = r.airport().equals("ORD") && Flights.number(r.lastFlight()) >= IN_THE_MIDDLE;
            return behind ? new Out(out.partition(), plusOne(r)) : out;
        }));
        assertThat(counts.countedTwice()).isEqualTo(1);
        assertThat(counts.wrongTotals()).isEqualTo(after);
        assertThat(verdict(counts).exact()).isFalse();
    }

    @Test
    void stateThatStartsEmptyShowsAsFlightsThatAreNotCounted() {
        Tally.Counts counts = count(output -> output.replaceAll(out -> {
            AirportDelays r = out.record();
            return r.airport().equals("ORD")
                    ? new Out(out.partition(), new AirportDelays("ORD", 1, r.delayed(), r.minutes(), r.lastFlight()))
                    : out;
        }));
        assertThat(counts.uncounted()).isEqualTo(flightsOf("ORD") - 1);
        assertThat(counts.countedTwice()).isZero();
    }

    @Test
    void unreadableRecordsAreUnknown() {
        var tally = new Tally(EXPECTED);
        tally.addUnreadable();
        assertThat(tally.counts().foreign()).isEqualTo(1);
        assertThat(tally.counts().lost()).isEqualTo(RECORDS);
    }

    private static Arguments planted(String name, Consumer<List<Out>> error, Tally.Counts found) {
        return Arguments.of(name, error, found);
    }

    private static Tally.Counts found(
            long more, long lost, long duplicated, long outOfOrder, long foreign, long wrongTotals) {
        return new Tally.Counts(
                RECORDS + more, lost, duplicated, outOfOrder, foreign, wrongTotals, 0, 0, EXPECTED.totals());
    }

    private static Tally.Counts count(Consumer<List<Out>> error) {
        List<Out> output = new ArrayList<>();
        for (int number = 1; number <= RECORDS; number++) {
            AirportDelays record = EXPECTED.after(number);
            output.add(new Out(record.airport().hashCode() & 3, record));
        }
        error.accept(output);
        var tally = new Tally(EXPECTED);
        output.forEach(out -> tally.add(out.partition(), out.record()));
        return tally.counts();
    }

    private static FlightsVerdict verdict(Tally.Counts counts) {
        return new FlightsVerdict(
                EXPECTED,
                Map.of(DemoSink.KAFKA, counts),
                new Kills(io.staunch.guarantee.Guarantee.EXACTLY_ONCE, 0, 0, 0, List.of()));
    }

    private static void swap(List<Out> output) {
        int other = IN_THE_MIDDLE + 1;
        while (!EXPECTED.after(other).airport().equals("ORD")) {
            other++;
        }
        java.util.Collections.swap(output, IN_THE_MIDDLE - 1, other - 1);
    }

    private static Out foreign(int number) {
        return new Out(0, last("flight-" + number));
    }

    private static AirportDelays last(String flight) {
        return new AirportDelays("ORD", 1, 0, 0, flight);
    }

    private static Out more(int number) {
        AirportDelays right = EXPECTED.after(number);
        return new Out(right.airport().hashCode() & 3, plusOne(right));
    }

    private static AirportDelays plusOne(AirportDelays r) {
        return new AirportDelays(r.airport(), r.flights() + 1, r.delayed(), r.minutes(), r.lastFlight());
    }

    private static long flightsOf(String airport) {
        return EXPECTED.totals().get(airport).flights();
    }

    private static int middle(String airport) {
        int number = 1;
        while (!EXPECTED.after(number).airport().equals(airport)
                || EXPECTED.after(number).flights() < flightsOf(airport) / 2) {
            number++;
        }
        return number;
    }
}
