package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.examples.airports.Flights;
import io.staunch.guarantee.Guarantee;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Expected EXPECTED = Expected.of(Flights.load(), 100);

    @Test
    void theJsonLineHasExactlyTheAgreedFields() throws Exception {
        var kills =
                new Kills(Guarantee.EXACTLY_ONCE, 5, 2, 0, List.of(Duration.ofMillis(1_234), Duration.ofMillis(987)));
        Verdict verdict = new FlightsVerdict(EXPECTED, Map.of(DemoSink.KAFKA, counts(101, 2, 3, 0, 0)), kills);
        assertThat(verdict.json())
                .isEqualTo("{\"in\":100,\"out\":101,\"lost\":2,\"duplicated\":3,\"kills\":5,\"killsBeforeCommit\":2,"
                        + "\"recoveries\":[1234,987]}");
        JsonNode parsed = new ObjectMapper().readTree(verdict.json());
        assertThat(parsed.get("recoveries")).hasSize(2);
    }

    @Test
    void anExactVerdictSaysSo() {
        FlightsVerdict verdict = verdict(Guarantee.EXACTLY_ONCE, counts(100, 0, 0, 0, 0));
        assertThat(verdict.exact()).isTrue();
        assertThat(verdict.kept()).isTrue();
        assertThat(VerdictText.of(verdict)).last().asString().startsWith("Exact:");
    }

    @Test
    void exactlyOnceIsKeptOnlyByAnExactOutput() {
        assertThat(verdict(Guarantee.EXACTLY_ONCE, counts(99, 1, 0, 0, 0)).kept())
                .isFalse();
        assertThat(verdict(Guarantee.EXACTLY_ONCE, counts(101, 0, 1, 0, 0)).kept())
                .isFalse();
        assertThat(verdict(Guarantee.EXACTLY_ONCE, counts(100, 0, 0, 1, 0)).kept())
                .isFalse();
    }

    @Test
    void atLeastOnceIsKeptByDuplicatesAndBrokenByALoss() {
        assertThat(verdict(Guarantee.AT_LEAST_ONCE, counts(120, 0, 20, 7, 0)).kept())
                .isTrue();
        assertThat(verdict(Guarantee.AT_LEAST_ONCE, counts(99, 1, 0, 0, 0)).kept())
                .isFalse();
        assertThat(verdict(Guarantee.AT_LEAST_ONCE, counts(100, 0, 0, 0, 1)).kept())
                .isFalse();
    }

    @Test
    void atMostOnceIsKeptByLossesAndBrokenByADuplicate() {
        assertThat(verdict(Guarantee.AT_MOST_ONCE, counts(80, 20, 0, 0, 20)).kept())
                .isTrue();
        assertThat(verdict(Guarantee.AT_MOST_ONCE, counts(101, 0, 1, 0, 0)).kept())
                .isFalse();
        assertThat(verdict(Guarantee.AT_MOST_ONCE, counts(100, 0, 0, 1, 0)).kept())
                .isFalse();
    }

    @Test
    void eachSinkHasItsOwnFiguresAndOneThatIsWrongIsNamed() throws Exception {
        var kills = new Kills(Guarantee.EXACTLY_ONCE, 5, 1, 1, List.of());
        Tally.Counts right = counts(100, 0, 0, 0, 0);
        var exact = new FlightsVerdict(
                EXPECTED, Map.of(DemoSink.KAFKA, right, DemoSink.JDBC, right, DemoSink.FILES, right), kills);
        assertThat(exact.kept()).isTrue();
        assertThat(exact.text()).last().asString().startsWith("Exact at each sink:");
        assertThat(exact.text()).anyMatch(line -> line.matches(" +kafka +jdbc +files"));

        Tally.Counts wrong = counts(101, 1, 2, 0, 0);
        var oneWrong = new FlightsVerdict(
                EXPECTED, Map.of(DemoSink.KAFKA, right, DemoSink.JDBC, wrong, DemoSink.FILES, right), kills);
        assertThat(oneWrong.kept()).isFalse();
        assertThat(oneWrong.text()).last().asString().startsWith("WRONG at jdbc:");
        assertThat(oneWrong.text()).anyMatch(line -> line.matches(" +duplicated +0 +2 +0"));
        assertThat(oneWrong.json())
                .isEqualTo("{\"in\":100,\"out\":100,\"lost\":0,\"duplicated\":0,\"kills\":5,\"killsBeforeCommit\":1,"
                        + "\"recoveries\":[],\"killsAtFollowers\":1,\"sinks\":{"
                        + "\"kafka\":{\"in\":100,\"out\":100,\"lost\":0,\"duplicated\":0},"
                        + "\"jdbc\":{\"in\":100,\"out\":101,\"lost\":1,\"duplicated\":2},"
                        + "\"files\":{\"in\":100,\"out\":100,\"lost\":0,\"duplicated\":0}}}");
        new ObjectMapper().readTree(oneWrong.json());
    }

    @Test
    void aWrongVerdictNamesTheAirportsThatDiffer() {
        Tally.Counts counts = new Tally.Counts(100, 0, 0, 0, 0, 1, 0, 0, new TreeMap<>());
        List<String> text = VerdictText.of(verdict(Guarantee.EXACTLY_ONCE, counts));
        assertThat(text)
                .anyMatch(line -> line.contains("0 of " + EXPECTED.totals().size() + " airports agree"));
        assertThat(text).anyMatch(line -> line.endsWith("is right"));
        assertThat(text).last().asString().startsWith("WRONG");
    }

    private static FlightsVerdict verdict(Guarantee guarantee, Tally.Counts counts) {
        return new FlightsVerdict(EXPECTED, Map.of(DemoSink.KAFKA, counts), new Kills(guarantee, 5, 2, 0, List.of()));
    }

    private static Tally.Counts counts(long out, long lost, long duplicated, long countedTwice, long uncounted) {
        return new Tally.Counts(out, lost, duplicated, 0, 0, 0, countedTwice, uncounted, EXPECTED.totals());
    }
}
