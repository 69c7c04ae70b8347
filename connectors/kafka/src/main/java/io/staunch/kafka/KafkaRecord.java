package io.staunch.kafka;

import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record with everything that Kafka keeps of it. Its place is where it was read; a sink pays no heed to it.
 *
 * @param topic its topic; empty if it was never in one
 * @param partition its partition
 * @param offset its offset
 * @param timestamp milliseconds since 1970, or -1 if it has none
 * @param key may be null
 * @param value may be null: a tombstone of a compacted topic
 * @param headers in order
 */
public record KafkaRecord<K, V>(
        String topic,
        int partition,
        long offset,
        long timestamp,
        @Nullable K key,
        @Nullable V value,
        List<Header> headers) {
    public KafkaRecord {
        Objects.requireNonNull(topic, "topic");
        headers = List.copyOf(headers);
    }

    /** A record to be written, with the timestamp of the stream. */
    public static <K, V> KafkaRecord<K, V> of(@Nullable K key, @Nullable V value) {
        return new KafkaRecord<>("", 0, 0, -1, key, value, List.of());
    }
}
