package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import org.junit.jupiter.api.Test;

class ExpectedTest {
    @Test
    void totalsAreThoseOfThePlainSum() {
        int records = 25_000;
        Expected expected = Expected.of(Flights.load(), records);
        long minutes = Flights.sample(records).stream()
                .filter(f -> f.origin().equals("ATL"))
                .mapToInt(Flight::delayMinutes)
                .filter(m -> m > 0)
                .sum();
        AirportDelays atlanta = expected.totals().get("ATL");
        assertThat(atlanta.minutes()).isEqualTo(minutes);
        assertThat(expected.totals().values().stream()
                        .mapToLong(AirportDelays::flights)
                        .sum())
                .isEqualTo(records);
        assertThat(expected.after(Flights.number(atlanta.lastFlight()))).isEqualTo(atlanta);
    }
}
