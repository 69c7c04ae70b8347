package io.staunch.kafka;

import static io.staunch.kafka.ClientRules.only;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/** What the clients of a sink may be told. */
final class SinkRules {
    private static final String FORMAT = "the format is chosen with json, strings, bytes or values, and key(...)";
    private static final String LOST = "else records that were acknowledged could be lost";

    static final ClientRules RULES = new ClientRules(
            ProducerConfig.configDef(),
            Map.of(
                    "bootstrap.servers", "use bootstrapServers(...)",
                    "transactional.id",
                            "the sink names its two after the job, so that a newer process fences an older one",
                    "transaction.timeout.ms", "use transactionTimeout(...)",
                    "transaction.two.phase.commit.enable",
                            "the sink does not depend on a pending transaction surviving",
                    "key.serializer", FORMAT,
                    "value.serializer", FORMAT,
                    "partitioner.class", "use partition(...)",
                    "interceptor.classes",
                            "an interceptor could drop or change records behind the checkpoint's back; use map or filter"),
            Map.of(
                    "acks",
                    only(LOST, "all", "-1"),
                    "enable.idempotence",
                    only("else retries of the client could write twice or out of order", "true"),
                    "max.in.flight.requests.per.connection",
                    SinkRules::inFlight,
                    "retries",
                    SinkRules::retries));

    /** What a user may change. Bounds lie below the checkpoint's timeout; batches are larger than Kafka's defaults. */
    static final Map<String, String> DEFAULTS = Map.of(
            "linger.ms", "5",
            "batch.size", Integer.toString(128 << 10),
            "buffer.memory", Integer.toString(64 << 20),
            "max.block.ms", "15000",
            "request.timeout.ms", "10000",
            "delivery.timeout.ms", "30000",
            "default.api.timeout.ms", "15000");

    private SinkRules() {}

    private static @Nullable String inFlight(String value) {
        return value.strip().matches("[1-5]")
                ? null
                : "it must be 1 to 5: else retries of the client could change the order of records";
    }

    private static @Nullable String retries(String value) {
        return value.strip().equals("0") ? "it must not be 0: " + LOST : null;
    }
}
