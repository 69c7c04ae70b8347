package io.staunch.kafka;

import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A header of a record.
 *
 * @param key its name
 * @param value its bytes, not changed any more; may be null
 */
public record KafkaHeader(String key, byte @Nullable [] value) implements Header {
    public KafkaHeader {
        Objects.requireNonNull(key, "key");
    }
}
