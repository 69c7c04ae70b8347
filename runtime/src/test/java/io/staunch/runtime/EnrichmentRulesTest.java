package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.enrich.Enrichment;
import io.staunch.enrich.FailedCall;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.process.SideOutput;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is said of enrichments that can't be. */
class EnrichmentRulesTest {
    private static final SideOutput<FailedCall<Long>> FAILED = SideOutput.named("failed");

    private static Pipeline pipeline(UnaryOperator<Enrichment<Long, Long>> rules) {
        var pipeline = Pipeline.named("doubles");
        stream(pipeline, rules);
        return pipeline;
    }

    private static Stream<Long> stream(Pipeline pipeline, UnaryOperator<Enrichment<Long, Long>> rules) {
        return pipeline.from("in", new Numbers(1, 1, true))
                .keyBy(Long.class, number -> number)
                .enrich(
                        "doubles",
                        rules.apply(Enrichment.ordered(
                                Long.class, number -> CompletableFuture.completedFuture(2 * number))));
    }

    @Test
    void allMistakesAreTold() {
        var pipeline = pipeline(rules -> rules.timeout(Duration.ZERO)
                .retry(-1, Duration.ofNanos(5))
                .inFlight(0)
                .failedTo(FAILED));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("enrichment 'doubles': the timeout must be whole milliseconds")
                .hasMessageContaining("the pause between calls must be whole milliseconds")
                .hasMessageContaining("a call is retried from 0 to 1000 times, was -1")
                .hasMessageContaining("from 1 to 10000 records may be in flight, was 0")
                .hasMessageContaining("side output 'failed' of operator 'doubles' leads nowhere");
    }

    @Test
    void aSideOutputIsOnlyThereIfRecordsAreSentToIt() {
        var pipeline = Pipeline.named("doubles");
        stream(pipeline, rules -> rules).sideOutput(FAILED);
        assertThatThrownBy(pipeline::validate)
                .hasMessageContaining("side output 'failed' is asked of 'doubles', which has none of that name");
    }

    @Test
    void eventTimeIsGivenBeforeAnEnrichmentAndNotBehindIt() {
        var pipeline = Pipeline.named("doubles");
        stream(pipeline, rules -> rules).eventTimeMillis(number -> number, Duration.ZERO);
        assertThatThrownBy(pipeline::validate).hasMessageContaining("event time is given behind 'doubles'");
    }

    @Test
    void thePipelineAndItsGuaranteeSayWhatIsAsked() {
        var pipeline = pipeline(rules -> rules.inFlight(7));
        assertThat(pipeline.toString()).contains("ordered calls, 7 in flight, by Long key");
        assertThat(pipeline.guaranteeReport().toString())
                .contains("calls 'doubles'")
                .contains("about one record there may be several calls");
        assertThat(pipeline.guarantee(Guarantee.AT_MOST_ONCE).guaranteeReport().toString())
                .contains("it is lost at a fault");
    }
}
