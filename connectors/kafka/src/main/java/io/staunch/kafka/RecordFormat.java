package io.staunch.kafka;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What a source makes of a record: part of its description. */
interface RecordFormat<T> extends Serializable {
    /** A reader for one task. */
    Reader<T> open(Map<String, String> settings);

    /** Mistakes, one sentence each. */
    List<String> problems();

    /** Reads records. Used by one task, on its worker. */
    interface Reader<T> {
        /**
         * The value, or null if the record has none.
         *
         * @throws Exception if it can't be read; what it says may show the record and goes no further
         */
        @Nullable
        T read(ConsumerRecord<ByteBuffer, ByteBuffer> record) throws Exception;

        default void close() {}
    }
}
