package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    enum Status {
        OPEN
    }

    sealed interface Event permits Opened {}

    private record Opened(Status status, @Nullable String by) implements Event {}

    private record Everything(
            long id,
            double rate,
            BigDecimal price,
            char letter,
            Instant at,
            Duration took,
            UUID key,
            byte[] bytes,
            int[] numbers,
            List<Optional<String>> names,
            Set<Integer> set,
            Map<String, Event> byName,
            Map<Integer, Boolean> byNumber) {}

    @Test
    void everyKindOfValueHasItsText() {
        var value = new Everything(
                Long.MAX_VALUE,
                Double.NaN,
                new BigDecimal("1.50"),
                'x',
                Instant.EPOCH,
                Duration.ofMillis(1500),
                new UUID(0, 1),
                new byte[] {-1, 0},
                new int[] {1, -2},
                List.of(Optional.of("a"), Optional.empty()),
                Set.of(7),
                Map.of("k", new Opened(Status.OPEN, null)),
                Map.of(3, true));
        assertThat(JsonText.of(value))
                .isEqualTo("{\"id\":9223372036854775807,\"rate\":\"NaN\",\"price\":1.50,\"letter\":\"x\","
                        + "\"at\":\"1970-01-01T00:00:00Z\",\"took\":\"PT1.5S\",\"key\":\"00000000-0000-0000-0000-000000000001\","
                        + "\"bytes\":\"/wA=\",\"numbers\":[1,-2],\"names\":[\"a\",null],\"set\":[7],"
                        + "\"byName\":{\"k\":{\"@type\":\"Opened\",\"status\":\"OPEN\",\"by\":null}},"
                        + "\"byNumber\":[{\"key\":3,\"value\":true}]}");
    }

    @Test
    void textsAreQuotedSoThatALineStaysALine() {
        assertThat(JsonText.of("a\"\\\n\r\t\u0001\u2028é😀")).isEqualTo("\"a\\\"\\\\\\n\\r\\t\\u0001\u2028é😀\"");
        assertThat(JsonText.of("half \ud83d")).isEqualTo("\"half \\ud83d\"");
        assertThat(JsonText.of(null)).isEqualTo("null");
    }
}
