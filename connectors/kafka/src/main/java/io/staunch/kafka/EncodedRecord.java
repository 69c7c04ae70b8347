package io.staunch.kafka;

import java.util.function.IntUnaryOperator;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way from the encoder to the connection; of no use to anybody else.
 *
 * @param timestamp milliseconds since 1970, or null for the moment of sending
 * @param headers null if there are none
 * @param partition gives the partition for a number of partitions; null leaves it to the producer
 */
public record EncodedRecord(
        String topic,
        @Nullable Long timestamp,
        byte @Nullable [] key,
        byte @Nullable [] value,
        @Nullable Headers headers,
        @Nullable IntUnaryOperator partition) {}
