package io.staunch.testkit.outside;

import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;

/** A record on its way to a topic. */
record LogEntry(String topic, Object key, Object value, long timestampMs) {
    LogPartition partition(SimulatedLog log) {
        LogTopic found = log.find(topic);
        if (found == null) {
            throw new IllegalStateException("there is no simulated topic " + topic);
        }
        return found.partitions()
                .get(Math.floorMod(key.hashCode(), found.partitions().size()));
    }

    Payload payload() {
        return new Payload(key, value, null, timestampMs);
    }
}
