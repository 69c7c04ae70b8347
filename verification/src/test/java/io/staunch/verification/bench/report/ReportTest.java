package io.staunch.verification.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static Results results(int rounds) {
        var results = new Results();
        for (int round = 1; round <= rounds; round++) {
            results.add(run("staunch", round, 2e6 * round, Run.EXACT));
            results.add(run("strong loop", round, 1e6 * round, Run.EXACT));
            results.add(run("jet", round, 1e5, "NOT EXACT: <2> records"));
        }
        results.configured("keyed-count", "jet", "<b>two & \"three\"</b>");
        return results;
    }

    private static Run run(String contender, int round, double rate, String output) {
        return new Run("keyed-count", "off", contender, round, Map.of(Metric.RATE, rate), output);
    }

    @Test
    void ratiosAreTakenWithinARoundAndNotOfMedians() {
        assertThat(results(3).ratio("keyed-count", "off", Metric.RATE, "strong loop", "off"))
                .contains(new Spread(2, 2, 2, 3));
    }

    @Test
    void aContenderThatWasNotMeasuredHasNoRatio() {
        assertThat(results(3).ratio("keyed-count", "off", Metric.RATE, "flink", "off"))
                .isEmpty();
    }

    @Test
    void aFailedRunIsNoPair() {
        Results results = results(1);
        results.add(run("staunch", 2, 1e6, Run.EXACT));
        results.add(Run.failed("keyed-count", "off", "strong loop", 2, "it ended"));
        assertThat(results.ratio("keyed-count", "off", Metric.RATE, "strong loop", "off"))
                .contains(new Spread(2, 2, 2, 1));
        assertThat(TextReport.of(results)).contains("failed: it ended");
    }

    @Test
    void theTextTellsFiguresRatiosAndVerdicts() {
        String text = TextReport.of(results(7));
        assertThat(text).contains("keyed-count at off", "rate, k/s", "NOT EXACT: <2> records");
        assertThat(text).containsPattern("strong loop +rate +2\\.00 +2\\.00 +2\\.00 +7");
        assertThat(text).containsPattern("rate at off >= 1\\.0 x strong loop +2\\.00 +2\\.00 +2\\.00 +7 +met");
    }

    @Test
    void theVerdictOnTooFewPairsIsNotDecided() {
        assertThat(TextReport.of(results(6))).containsPattern("x strong loop +2\\.00 +2\\.00 +2\\.00 +6 +not decided");
    }

    @Test
    void anIntervalThatDoesNotHoldDecidesNothing() {
        var results = new Results();
        for (int round = 1; round <= 7; round++) {
            results.add(new Run("keyed-count", "100ms", "staunch", round, rate(2e6, 0.5), Run.EXACT));
            results.add(new Run("keyed-count", "100ms", "strong loop", round, rate(1e6, 1), Run.EXACT));
        }
        assertThat(TextReport.of(results))
                .contains("not decided: interval not held")
                .doesNotContain(" met");
    }

    @Test
    void wrongOutputMissesEveryTarget() {
        Results results = results(7);
        results.add(run("staunch", 8, 1e6, "checksum 1 instead of 2"));
        assertThat(TextReport.of(results)).contains("missed: output not exact").doesNotContain(" met");
    }

    @Test
    void wrongOutputOfTheOtherOneDecidesNothing() {
        Results results = results(7);
        results.add(run("strong loop", 8, 1e6, "checksum 1 instead of 2"));
        assertThat(TextReport.of(results))
                .contains("not decided: output of strong loop not exact")
                .doesNotContain(" met");
    }

    @Test
    void aCallIsSoundIfAllRunsEndedAndOurOutputIsRight() {
        Results results = results(7);
        assertThat(results.sound()).isTrue();
        results.add(run("jet", 8, 1e6, "checksum 1 instead of 2"));
        assertThat(results.sound()).isTrue();
        results.add(Run.failed("keyed-count", "off", "jet", 9, "it ended"));
        assertThat(results.sound()).isFalse();

        Results wrong = results(7);
        wrong.add(run("staunch", 8, 1e6, "checksum 1 instead of 2"));
        assertThat(wrong.sound()).isFalse();

        Results wrongVariant = results(7);
        wrongVariant.add(run("staunch prepared", 8, 1e6, "NOT EXACT: no rows"));
        assertThat(wrongVariant.sound()).isFalse();
    }

    @Test
    void outputThatWasNotLookedIntoIsNotCalledExact() {
        var results = new Results();
        results.add(run("staunch", 1, 1e6, Run.THERE));
        assertThat(results.sound()).isTrue();
        assertThat(TextReport.of(results)).contains("there, not looked into").doesNotContain("exact");
    }

    private static Map<Metric, Double> rate(double rate, double checkpoints) {
        return Map.of(Metric.RATE, rate, Metric.CHECKPOINTS, checkpoints);
    }

    @Test
    void columnsLineUp() {
        assertThat(TextReport.table(List.of(List.of("a", "n"), List.of("long", "1"), List.of("b", "100"))))
                .isEqualTo("  a       n\n  long    1\n  b     100\n");
    }

    @Test
    void thePageEscapesWhatItShows() {
        String page = HtmlReport.of(results(1));
        assertThat(page)
                .contains("&lt;b&gt;two &amp; &quot;three&quot;&lt;/b&gt;", "NOT EXACT: &lt;2&gt; records")
                .doesNotContain("<b>two", "<2>");
        assertThat(HtmlReport.escape("<a href='x'>&\"")).isEqualTo("&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    }

    @Test
    void thePageNeedsNothingElse() {
        assertThat(HtmlReport.of(results(1)))
                .contains("<svg")
                .doesNotContain("<script", "src=", "href=", "url(", "@import");
    }

    @Test
    void theJsonHasEveryRunInBaseUnits() throws Exception {
        JsonNode json = new ObjectMapper().readTree(JsonReport.of(results(2)));
        assertThat(json.get("runs")).hasSize(6);
        assertThat(json.get("runs").get(0).get("rate").asDouble()).isEqualTo(2e6);
        assertThat(json.get("targets").get(0).get("verdict").asText()).isEqualTo("not decided");
    }
}
