package io.staunch.kafka.testkit.simulated;

import io.staunch.environment.Environment;
import io.staunch.kafka.KafkaSink;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.TopicReader;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A simulated cluster with one topic, in a world that is stepped by hand. */
final class ClusterByHand {
    static final String SERVERS = "simulated:9092";
    static final String TOPIC = "t";

    private final SimulatedWorld world = new SimulatedWorld(1, FaultPlan.none());
    private final SimulatedLog log = SimulatedKafka.in(world, CallFaults.NONE).log();
    private final List<String> read = new ArrayList<>();
    private TopicReader reader;

    ClusterByHand() {
        reader = new TopicReader(log.createTopic(TOPIC, 2, Map.of()));
    }

    static KafkaSink<String> sink() {
        return KafkaSink.strings()
                .bootstrapServers(SERVERS)
                .topic(TOPIC)
                .key(record -> record.substring(0, record.indexOf(':')));
    }

    Environment environment() {
        return world.newProcess().environment();
    }

    void turn() {
        world.step();
    }

    void append(int partition, List<String> values) {
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            log.partition(TOPIC, partition).append(new Payload(null, bytes, null, 0));
        }
    }

    void expire(int partition, int records) {
        log.partition(TOPIC, partition).expire(records);
    }

    /** Another topic of the same name with as many records. */
    void remake() {
        LogTopic before = log.find(TOPIC);
        log.deleteTopic(TOPIC);
        LogTopic after = log.createTopic(TOPIC, before.partitions().size(), Map.of());
        for (int i = 0; i < before.partitions().size(); i++) {
            while (after.partitions().get(i).end() < before.partitions().get(i).end()) {
                append(i, List.of("another"));
            }
        }
        reader = new TopicReader(after);
    }

    /** What is committed, in order per partition. */
    List<String> committed() {
        reader.read((partition, record) -> read.add(new String((byte[]) record.value(), StandardCharsets.UTF_8)));
        return List.copyOf(read);
    }
}
