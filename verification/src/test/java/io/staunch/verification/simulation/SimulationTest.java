package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.kafka.testkit.simulated.KafkaConnectors;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.Seeds;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomCases;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** The real engine, store and connectors, each seed a whole run with crashes, zombies, power failures and a cluster that misbehaves. */
class SimulationTest {
    private static final int FLIGHTS = 200;

    @Test
    void overTheSimulatedLogNothingIsLostOrRepeated() {
        CampaignResult result = Running.onTheLog(FLIGHTS).seeds(1_000).expectExactlyOnce();
        System.out.println(result);
    }

    @Test
    void overTheSimulatedKafkaNothingIsLostOrRepeated() {
        CampaignResult result = Running.onKafka(FLIGHTS).seeds(1_000).expectExactlyOnce();
        System.out.println(result);
    }

    @Test
    void randomPipelinesOverTheSimulatedLogGiveWhatAPlainComputationGives() {
        var cases = new RandomCases(
                chance -> new LogConnectors(), LongUnaryOperator.identity(), seed -> replay("random-log", seed));
        hold(cases, 6_000);
    }

    @Test
    void randomPipelinesOverTheSimulatedKafkaGiveWhatAPlainComputationGives() {
        var cases = new RandomCases(
                KafkaConnectors::new, LongUnaryOperator.identity(), seed -> replay("random-kafka", seed));
        hold(cases, 2_000);
    }

    private static String replay(String job, long seed) {
        return "./staunch simulate --pipeline " + job + " --seeds 1 --from " + seed;
    }

    private static void hold(LongFunction<Case> cases, int seeds) {
        CampaignResult result = new Seeds(1, seeds, Runtime.getRuntime().availableProcessors(), null)
                .cases(cases, soFar -> System.out.println(soFar.progress()));
        assertThat(result.passed()).as("%s", result).isTrue();
        System.out.println(result + result.crashPoints().toString());
    }
}
