package io.staunch.kafka;

import static io.staunch.kafka.ClientRules.only;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/** What the clients of a sink may be told. */
final class SinkRules {
    private static final String FORMAT = "the format is chosen with json, strings, bytes, values or of";
    private static final String OURS = "the sink names its own two ids after the job, so that a restart fences them";

    /** Kafka's own default of {@code buffer.memory}. */
    static final String BUFFER = "33554432";

    /** Kafka's own default of {@code max.request.size}. */
    static final String REQUEST = "1048576";

    static final ClientRules RULES = new ClientRules(
            ProducerConfig.configDef(),
            Map.of(
                    "bootstrap.servers",
                    "use bootstrapServers(...)",
                    "transactional.id",
                    OURS,
                    "transaction.timeout.ms",
                    "use transactionTimeout(...)",
                    "key.serializer",
                    FORMAT,
                    "value.serializer",
                    FORMAT,
                    "interceptor.classes",
                    "an interceptor could drop or change records, those of the commit ledger among them; use map"
                            + " or filter"),
            Map.of(
                    "acks", only("else a broker could lose what was acknowledged", "all", "-1"),
                    "enable.idempotence", only("else a retry could write twice or out of order", "true"),
                    "transaction.two.phase.commit.enable",
                            only("no release of Kafka can prepare a transaction yet", "false"),
                    "partitioner.ignore.keys", only("else records of one key would get out of order", "false"),
                    "retries", value -> value.strip().equals("0") ? "a send must be retried to be written once" : null,
                    "max.in.flight.requests.per.connection", SinkRules::inFlight));

    /** What a user may change. Measured, see docs/kafka.md. */
    static final Map<String, String> DEFAULTS = Map.of(
            "linger.ms",
            "5",
            "batch.size",
            "131072",
            "retry.backoff.ms",
            "10",
            "reconnect.backoff.ms",
            "10",
            "reconnect.backoff.max.ms",
            "1000");

    static final Map<String, String> FIXED =
            Map.of("acks", "all", "enable.idempotence", "true", "transaction.two.phase.commit.enable", "false");

    private SinkRules() {}

    private static @Nullable String inFlight(String value) {
        try {
            int requests = Integer.parseInt(value.strip());
            return requests <= 5 ? null : "with more than 5 the broker can't tell a retry from a new record";
        } catch (NumberFormatException e) {
            return null; // Kafka's own definition complains of it.
        }
    }
}
