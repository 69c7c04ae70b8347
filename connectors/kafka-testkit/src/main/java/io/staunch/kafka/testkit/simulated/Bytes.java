package io.staunch.kafka.testkit.simulated;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Keys and values in the log, where Kafka's are arrays of bytes or null. */
final class Bytes {
    private Bytes() {}

    static int size(@Nullable Object bytes) {
        return bytes == null ? ConsumerRecord.NULL_SIZE : ((byte[]) bytes).length;
    }

    static @Nullable ByteBuffer buffer(@Nullable Object bytes) {
        return bytes == null ? null : ByteBuffer.wrap((byte[]) bytes);
    }

    static @Nullable String text(@Nullable Object bytes) {
        return bytes == null ? null : new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
