package io.staunch.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * How large a record is in a batch of its own, before compression: what Kafka's producer compares with {@code
 * max.request.size}. Follows Kafka's record format, version 2.
 */
final class RecordSize {
    private static final int BATCH_OVERHEAD = 61;
    /** Length, attributes, and the largest differences of timestamp and offset. */
    private static final int RECORD_OVERHEAD = 21;

    /** By how much the largest such differences and lengths may exceed what a record in a batch of its own has. */
    private static final int SPARE = RECORD_OVERHEAD - 4;

    private RecordSize() {}

    /** In bytes; at most what the broker counts. */
    static int atLeast(byte @Nullable [] key, byte @Nullable [] value, @Nullable Headers headers) {
        return atMost(key, value, headers) - SPARE;
    }

    /** In bytes; {@link Integer#MAX_VALUE} if it would be more than that. */
    static int atMost(byte @Nullable [] key, byte @Nullable [] value, @Nullable Headers headers) {
        long size = BATCH_OVERHEAD + RECORD_OVERHEAD + part(key) + part(value);
        int count = 0;
        if (headers != null) {
            for (Header header : headers) {
                byte[] name = header.key().getBytes(StandardCharsets.UTF_8);
                size += part(name) + part(header.value());
                count++;
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, size + varint(count));
    }

    private static long part(byte @Nullable [] bytes) {
        return bytes == null ? varint(-1) : (long) varint(bytes.length) + bytes.length;
    }

    /** Bytes of a number in zigzag encoding. */
    private static int varint(int number) {
        int zigzag = (number << 1) ^ (number >> 31);
        return 1 + (31 - Integer.numberOfLeadingZeros(zigzag | 1)) / 7;
    }
}
