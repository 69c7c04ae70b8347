package io.staunch.testkit.outside;

import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to a topic.
 *
 * @param key decides about the partition; those without a key share one
 */
record LogEntry(String topic, @Nullable Object key, Object value, long timestampMs) {
    LogPartition partition(SimulatedLog log) {
        LogTopic found = log.find(topic);
        if (found == null) {
            throw new IllegalStateException("there is no simulated topic " + topic);
        }
        return found.partitions()
                .get(Math.floorMod(Objects.hashCode(key), found.partitions().size()));
    }

    Payload payload() {
        return new Payload(key, value, null, timestampMs);
    }
}
