package io.staunch.kafka.testkit.simulated;

import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;

/** Gives simulations a Kafka cluster. */
public final class SimulatedKafkaKind implements OutsideKind {
    private final FeedCodec codec = new FeedCodec();

    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new SimulatedKafka(world, plan.call(), codec);
    }
}
