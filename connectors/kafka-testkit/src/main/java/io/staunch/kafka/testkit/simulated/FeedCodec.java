package io.staunch.kafka.testkit.simulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.Outside.Fed;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Encodes what is fed to topics, once for all runs: bytes and text as they are, anything else in JSON. Safe for several threads. */
public final class FeedCodec {
    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    private final Map<List<Fed>, List<Payload>> done = new IdentityHashMap<>();

    /** What is written for records: keys and values are byte arrays. The same list of records is encoded once. */
    public synchronized List<Payload> payloads(List<Fed> records) {
        return done.computeIfAbsent(records, r -> r.stream().map(this::payload).toList());
    }

    private Payload payload(Fed record) {
        byte[] key = String.valueOf(record.lane()).getBytes(StandardCharsets.UTF_8);
        return new Payload(key, value(record.value()), null, 0);
    }

    /** As it is fed. */
    static byte[] value(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "a record to be fed can't be written as JSON: "
                            + value.getClass().getName(),
                    e);
        }
    }
}
