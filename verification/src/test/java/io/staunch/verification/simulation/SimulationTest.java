package io.staunch.verification.simulation;

import io.staunch.testkit.simulation.CampaignResult;
import org.junit.jupiter.api.Test;

/** The real engine, store and connectors, each seed a whole run with crashes, zombies, power failures and a cluster that misbehaves. */
class SimulationTest {
    private static final int FLIGHTS = 200;

    @Test
    void overTheSimulatedLogNothingIsLostOrRepeated() {
        CampaignResult result = Running.onTheLog(FLIGHTS).seeds(2_000).expectExactlyOnce();
        System.out.println(result);
    }

    @Test
    void overTheSimulatedKafkaNothingIsLostOrRepeated() {
        CampaignResult result = Running.onKafka(FLIGHTS).seeds(1_000).expectExactlyOnce();
        System.out.println(result);
    }
}
