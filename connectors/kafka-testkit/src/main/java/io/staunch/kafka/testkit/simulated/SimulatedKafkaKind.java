package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.KafkaClients;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Gives simulations a Kafka cluster. */
public final class SimulatedKafkaKind implements OutsideKind {
    private final FeedCodec codec;
    private final Map<String, Map<String, String>> settings;
    private final boolean neighbours;
    private final BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between;

    public SimulatedKafkaKind() {
        this((process, clients) -> clients);
    }

    /** @param between changes what a process's clients do, for breaking a rule on purpose */
    public SimulatedKafkaKind(BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between) {
        this(new FeedCodec(), Map.of(), false, between);
    }

    private SimulatedKafkaKind(
            FeedCodec codec,
            Map<String, Map<String, String>> settings,
            boolean neighbours,
            BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between) {
        this.codec = codec;
        this.settings = settings;
        this.neighbours = neighbours;
        this.between = between;
    }

    /** The same with a topic that has other settings than Kafka's defaults. It refuses records by {@code max.message.bytes} and {@code cleanup.policy}. */
    public SimulatedKafkaKind topic(String name, Map<String, String> config) {
        var all = new TreeMap<>(settings);
        all.put(name, Map.copyOf(config));
        return new SimulatedKafkaKind(codec, all, neighbours, between);
    }

    /** The same where others write to the topics of the sinks too, in transactions that are nearly always open and never committed. */
    public SimulatedKafkaKind withNeighbours() {
        return new SimulatedKafkaKind(codec, settings, true, between);
    }

    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new SimulatedKafka(world, plan.call(), codec, settings, neighbours, between);
    }
}
