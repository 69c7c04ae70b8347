package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.TopicReader;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A simulated log with one topic, stepped by hand. */
final class LogWorld {
    static final String TOPIC = "t";

    private final SimulatedWorld world = new SimulatedWorld(1, FaultPlan.none());
    private final SimulatedLog log;
    private final LogTopic topic;
    private final TopicReader reader;
    private final List<String> read = new ArrayList<>();

    LogWorld() {
        new LogOutside(world, CallFaults.NONE);
        log = LogClients.of(environment()).log();
        topic = log.createTopic(TOPIC, 2, Map.of());
        reader = new TopicReader(topic);
    }

    Environment environment() {
        return world.newProcess().environment();
    }

    void turn() {
        world.step();
    }

    void append(int partition, List<String> values) {
        values.forEach(value -> log.append(topic.partitions().get(partition), new Payload(null, value, null, 0), null));
    }

    void expire(int partition, int records) {
        topic.partitions().get(partition).expire(records);
    }

    /** What is committed, in order per partition. */
    List<String> committed() {
        reader.read((partition, record) -> read.add((String) record.value()));
        return List.copyOf(read);
    }
}
