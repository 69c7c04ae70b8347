package io.staunch.examples.airports;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Real flights: 20,000 within the United States in early 2001 (US Bureau of Transportation Statistics, through vega-datasets), over and
 * over again, each time under new ids. They are numbered from 1 without end.
 */
public final class Flights {
    private static final String FILE = "flights-2001q1.csv";
    private static final String ID = "flight-";

    private final List<Row> rows;

    private Flights(List<Row> rows) {
        this.rows = rows;
    }

    /** Reads the file that comes with this class. */
    public static Flights load() {
        try (var lines = new BufferedReader(
                new InputStreamReader(Flights.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            return new Flights(lines.lines().skip(1).map(Row::parse).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first flights, so many as are asked for. */
    public static List<Flight> sample(int count) {
        Flights flights = load();
        return IntStream.rangeClosed(1, count).mapToObj(flights::flight).toList();
    }

    /** The flight with this number. */
    public Flight flight(int number) {
        Row row = rows.get((number - 1) % rows.size());
        return new Flight(ID + number, row.departure, row.origin, row.destination, row.distanceMiles, row.delayMinutes);
    }

    /**
     * The number of a flight with this id.
     *
     * @throws IllegalArgumentException if none can have it
     */
    public static int number(String id) {
        try {
            int number = id.startsWith(ID) ? Integer.parseInt(id, ID.length(), id.length(), 10) : 0;
            if (number > 0 && id.equals(ID + number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw noFlight(id);
        }
        throw noFlight(id);
    }

    private static IllegalArgumentException noFlight(String id) {
        return new IllegalArgumentException("'" + id + "' is not the id of a flight; they are like " + ID + "17");
    }

    private record Row(
            LocalDateTime departure, String origin, String destination, int distanceMiles, int delayMinutes) {
        static Row parse(String line) {
            String[] c = line.split(",", -1);
            return new Row(LocalDateTime.parse(c[0]), c[1], c[2], Integer.parseInt(c[3]), Integer.parseInt(c[4]));
        }
    }
}
