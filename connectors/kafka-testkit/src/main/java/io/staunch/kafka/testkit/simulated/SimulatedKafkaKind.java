package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.KafkaClients;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.function.BiFunction;

/** Gives simulations a Kafka cluster. */
public final class SimulatedKafkaKind implements OutsideKind {
    private final FeedCodec codec = new FeedCodec();
    private final BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between;

    public SimulatedKafkaKind() {
        this((process, clients) -> clients);
    }

    /** @param between changes what a process's clients do, for breaking a rule on purpose */
    public SimulatedKafkaKind(BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between) {
        this.between = between;
    }

    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new SimulatedKafka(world, plan.call(), codec, between);
    }
}
