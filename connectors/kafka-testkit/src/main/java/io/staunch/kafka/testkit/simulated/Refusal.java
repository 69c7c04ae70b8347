package io.staunch.kafka.testkit.simulated;

import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** What a broker does not take by the settings of a topic. */
final class Refusal {
    private Refusal() {}

    /** What Kafka's client tells of a record that the topic does not take; null if it takes it. */
    static @Nullable KafkaException of(SimulatedLog log, String name, Payload payload) {
        LogTopic topic = log.find(name);
        if (topic == null) {
            return null;
        }
        String limit = topic.config().get("max.message.bytes");
        int size = Bytes.size(payload.key()) + Bytes.size(payload.value());
        if (limit != null && size > Integer.parseInt(limit)) {
            return new RecordTooLargeException("simulated: the record is larger than the topic takes");
        }
        if (payload.key() == null
                && topic.config().getOrDefault("cleanup.policy", "").contains("compact")) {
            return new InvalidRecordException("simulated: compacted topic cannot accept message without key");
        }
        return null;
    }

    /** What is told of the records behind one that was not taken. */
    static KafkaException ofOthers(KafkaException first) {
        return first instanceof RecordTooLargeException || first instanceof InvalidRecordException
                ? new KafkaException("simulated: another record of the transaction was refused", first)
                : first;
    }
}
