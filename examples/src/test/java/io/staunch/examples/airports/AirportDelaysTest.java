package io.staunch.examples.airports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.guarantee.Guarantee;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AirportDelaysTest {
    @Test
    void theFirstFlightIsTheFirstLineOfTheFile() {
        assertThat(Flights.sample(1))
                .containsExactly(
                        new Flight("flight-1", LocalDateTime.parse("2001-01-01T00:47"), "DTW", "LAS", 1750, 66));
    }

    @Test
    void behindTheLastFlightTheFirstComesAgainUnderANewId() {
        List<Flight> flights = Flights.sample(20_001);
        Flight first = flights.get(0);
        Flight again = flights.get(20_000);
        assertThat(again.id()).isEqualTo("flight-20001");
        assertThat(again.departure()).isEqualTo(first.departure());
        assertThat(flights.stream().map(Flight::id).distinct()).hasSize(20_001);
    }

    @Test
    void anIdKnowsItsNumber() {
        assertThat(Flights.number("flight-17")).isEqualTo(17);
        assertThatThrownBy(() -> Flights.number("flight-0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Flights.number("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFlightIsDelayedFromSixteenMinutesOn() {
        Delays delays = Delays.NONE.plus(flight(15)).plus(flight(16)).plus(flight(-20));
        assertThat(delays).isEqualTo(new Delays(3, 1, 31, "flight--20"));
    }

    @ParameterizedTest
    @EnumSource
    void thePipelineReachesTheGuaranteeThatItIsAskedFor(Guarantee guarantee) {
        var pipeline = AirportDelaysJob.pipeline("localhost:9092", guarantee);
        pipeline.validate();
        assertThat(pipeline.guaranteeReport().reached()).isTrue();
    }

    private static Flight flight(int delay) {
        return new Flight("flight-" + delay, LocalDateTime.parse("2001-01-01T00:47"), "DTW", "LAS", 1750, delay);
    }
}
