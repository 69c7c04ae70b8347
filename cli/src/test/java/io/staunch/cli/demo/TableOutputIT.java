package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.Flights;
import io.staunch.jdbc.testkit.PostgresServer;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What stands in a real table is counted as it stands there. */
class TableOutputIT {
    private static final Expected EXPECTED = Expected.of(Flights.load(), 6);

    @Test
    void rowsAreReadInTheOrderInWhichTheyWereWrittenAndMissingOrDoubledOnesAreFound() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            TableOutput table = TableOutput.in(server);
            write(server, 1, 2, 3, 4, 5, 6);
            assertThat(counts(table)).isEqualTo(new Tally.Counts(6, 0, 0, 0, 0, 0, 0, 0, EXPECTED.totals()));

            server.run("delete from airport_delays where last_flight = '"
                    + EXPECTED.after(3).lastFlight() + "'");
            write(server, 5);
            Tally.Counts counts = counts(table);
            assertThat(counts.out()).isEqualTo(6);
            assertThat(counts.lost()).isEqualTo(1);
            assertThat(counts.duplicated()).isEqualTo(1);
        }
    }

    private static Tally.Counts counts(TableOutput table) {
        var output = new FlightsOutput(EXPECTED);
        table.read(output);
        return output.counts();
    }

    private static void write(PostgresServer server, int... numbers) throws SQLException {
        for (int number : numbers) {
            AirportDelays row = EXPECTED.after(number);
            server.run("insert into airport_delays (airport, flights, delayed, minutes, last_flight) values ('"
                    + row.airport() + "', " + row.flights() + ", " + row.delayed() + ", " + row.minutes() + ", '"
                    + row.lastFlight() + "')");
        }
    }
}
