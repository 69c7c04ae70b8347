package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    record Flight(String id, Instant departure, LocalDate day, Duration length, int delay, List<String> tags) {}

    record Small(int delay, boolean late) {}

    private static <T> T read(Class<T> type, String text) throws Exception {
        return Json.mapper().readerFor(type).readValue(text);
    }

    @Test
    void recordsAndTimesComeBackAsTheyWere() throws Exception {
        var flight = new Flight(
                "x",
                Instant.parse("2001-01-02T03:04:05.123456Z"),
                LocalDate.of(2001, 1, 2),
                Duration.ofMinutes(90),
                -3,
                List.of("a", "b"));
        String text = Json.mapper().writeValueAsString(flight);
        assertThat(text).contains("\"2001-01-02T03:04:05.123456Z\"", "\"2001-01-02\"", "\"PT1H30M\"");
        assertThat(read(Flight.class, text)).isEqualTo(flight);
    }

    @Test
    void whatTheClassDoesNotKnowIsPassedOver() throws Exception {
        assertThat(read(Small.class, "{\"delay\":1,\"late\":true,\"more\":{\"a\":[1]}}"))
                .isEqualTo(new Small(1, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"delay\":\"1\",\"late\":true}",
                "{\"delay\":1.5,\"late\":true}",
                "{\"delay\":null,\"late\":true}",
                "{\"late\":true}",
                "{\"delay\":1,\"late\":1}",
                "{\"delay\":1,\"late\":true} trailing",
                "{\"delay\":1,\"late\":true",
                "[]",
                "",
            })
    void nothingIsGuessed(String text) {
        assertThatThrownBy(() -> read(Small.class, text)).isInstanceOf(JsonProcessingException.class);
    }

    enum Color {
        RED
    }

    record Painted(Color color) {}

    /** Its place among the constants may be another one tomorrow. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"color\":0}", "{\"color\":\"0\"}", "{\"color\":\"\"}", "{\"color\":\"red\"}"})
    void aConstantIsReadByItsNameAlone(String text) throws Exception {
        assertThat(read(Painted.class, "{\"color\":\"RED\"}")).isEqualTo(new Painted(Color.RED));
        assertThatThrownBy(() -> read(Painted.class, text)).isInstanceOf(JsonProcessingException.class);
    }

    record Open(Object anything) {}

    @Test
    void noClassIsChosenByTheText() throws Exception {
        Open read = read(Open.class, "{\"anything\":{\"@class\":\"java.io.File\",\"path\":\"/etc\"}}");
        assertThat(read.anything()).isInstanceOf(java.util.Map.class);
    }

    record Unfit(Optional<Runnable> what) {}

    @Test
    void aClassThatIsNotFitForJsonIsExplained() {
        assertThatThrownBy(() -> read(Unfit.class, "{\"what\":{}}"))
                .isInstanceOfSatisfying(
                        Exception.class,
                        e -> assertThat(BadRecords.reason(e)).contains("its class is not fit for JSON"));
    }

    @Test
    void theReasonGivesThePlaceAndNotTheText() {
        assertThatThrownBy(() -> read(Small.class, "{\"delay\":\"hunter2\",\"late\":true}"))
                .hasMessageContaining("hunter2")
                .isInstanceOfSatisfying(
                        Exception.class,
                        e -> assertThat(BadRecords.reason(e)).contains("line 1").doesNotContain("hunter2"));
    }
}
