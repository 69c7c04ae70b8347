package io.staunch.kafka;

import static io.staunch.kafka.ClientRules.only;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** What the clients of a source may be told. */
final class SourceRules {
    private static final String NO_GROUP =
            "a source belongs to no group, its positions are in the checkpoint; groupForMonitoring(\"id\") notes them";
    private static final String FORMAT = "the format is chosen with json, strings, bytes, values or of";

    static final ClientRules RULES = new ClientRules(
            ConsumerConfig.configDef(),
            Map.ofEntries(
                    Map.entry("bootstrap.servers", "use bootstrapServers(...)"),
                    Map.entry("group.id", NO_GROUP),
                    Map.entry("group.instance.id", NO_GROUP),
                    Map.entry("group.protocol", NO_GROUP),
                    Map.entry("group.remote.assignor", NO_GROUP),
                    Map.entry("auto.commit.interval.ms", "positions are kept in checkpoints and never committed"),
                    Map.entry("key.deserializer", FORMAT),
                    Map.entry("value.deserializer", FORMAT),
                    Map.entry(
                            "interceptor.classes",
                            "an interceptor could drop or change records behind the checkpoint's back; use map or filter")),
            Map.of(
                    "enable.auto.commit", only("positions are kept in checkpoints and never committed", "false"),
                    "isolation.level", only("else records of aborted transactions would be counted", "read_committed"),
                    "auto.offset.reset",
                            only(
                                    "a position that has expired is a loss and stops the job; startFrom(...) says where the"
                                            + " first start begins",
                                    "none"),
                    "allow.auto.create.topics", only("a topic that is gone must be noticed", "false")));

    /** What a user may change. Batches are larger than Kafka's defaults: measured, see docs/kafka.md. */
    static final Map<String, String> DEFAULTS = Map.of(
            "max.poll.records", "4000",
            // A broker answers one request of a connection after the other: a fetch that waits for records holds up the
            // question where the end is, which the fetch agent gives a tenth of a second.
            "fetch.max.wait.ms", "50",
            "max.partition.fetch.bytes", Integer.toString(4 << 20),
            "receive.buffer.bytes", "-1",
            "default.api.timeout.ms", "15000",
            "request.timeout.ms", "10000",
            "retry.backoff.ms", "10",
            "retry.backoff.max.ms", "1000",
            "reconnect.backoff.ms", "10",
            "reconnect.backoff.max.ms", "1000");

    static final Map<String, String> FIXED = Map.of(
            "enable.auto.commit", "false",
            "isolation.level", "read_committed",
            "auto.offset.reset", "none",
            "allow.auto.create.topics", "false");

    private SourceRules() {}
}
