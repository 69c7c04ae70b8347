package io.staunch.kafka;

import io.staunch.environment.Environment;
import io.staunch.kafka.port.AdminPort;
import io.staunch.source.Split;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes settled positions with a consumer group, so that tools can show how far behind a job is. Nothing reads them: a
 * job goes on from its checkpoint. Not more than once a second, and a fault outside costs no more than the note.
 */
final class MonitoringGroup {
    private static final Logger LOG = LoggerFactory.getLogger(MonitoringGroup.class);
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final String group;
    private final Environment environment;
    private final KafkaFaults faults;
    private List<Split> pending = List.of();
    private boolean noted;
    private long lastNanos;
    private boolean failing;

    MonitoringGroup(String group, Environment environment, KafkaFaults faults) {
        this.group = group;
        this.environment = environment;
        this.faults = faults;
    }

    /** Takes newer positions, and notes them unless the last note is too young. */
    void settled(Supplier<AdminPort> admin, List<Split> positions) {
        pending = positions;
        if (!noted || environment.nanoTime() - lastNanos >= PAUSE_NANOS) {
            catchUp(admin);
        }
    }

    /** Notes what is not noted yet. Called now and then, so that the last positions before a lull get there too. */
    void catchUp(Supplier<AdminPort> admin) {
        if (pending.isEmpty()) {
            return;
        }
        noted = true;
        lastNanos = environment.nanoTime();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        pending.stream().map(KafkaPosition::of).forEach(p -> offsets.put(p.partition(), p.offset()));
        try {
            admin.get().commitGroupOffsets(group, offsets);
            pending = List.of();
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.warn(
                        "{}; the job does not need it",
                        faults.of(Act.NOTE_OFFSETS, group, e).getMessage());
            }
            failing = true;
        }
    }
}
