package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.ClientSettings;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a producer that matter here, with Kafka's defaults.
 *
 * @param transactionalId null for a producer without transactions
 * @param transactionTimeoutMs how long a transaction may be open
 * @param maxRequestSize largest record in bytes
 * @param maxBlockMs how long calls wait for the cluster
 */
record ProducerOptions(
        @Nullable String transactionalId, long transactionTimeoutMs, int maxRequestSize, long maxBlockMs) {
    static ProducerOptions of(ClientSettings settings) {
        return new ProducerOptions(
                settings.value("transactional.id"),
                number(settings, "transaction.timeout.ms", 60_000),
                (int) number(settings, "max.request.size", 1_048_576),
                number(settings, "max.block.ms", 60_000));
    }

    static long number(ClientSettings settings, String name, long otherwise) {
        String value = settings.value(name);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
