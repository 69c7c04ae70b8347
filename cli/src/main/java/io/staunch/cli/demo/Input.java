package io.staunch.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import org.jspecify.annotations.Nullable;

/** Records that go into a topic, by number from 1. */
interface Input {
    /** Their topic. */
    String topic();

    /** What they are called, in the plural. */
    String plural();

    /** The record with this number, for a topic of so many partitions. */
    Entry entry(int number, int partitions);

    /**
     * A record of the topic.
     *
     * @param partition null if the key decides
     */
    record Entry(@Nullable Integer partition, String key, Object value) {}

    /** Writes values in the form that sources read. */
    final class Json {
        private final JsonMapper json = JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .build();

        byte[] bytes(Object value) {
            try {
                return json.writeValueAsBytes(value);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a " + value.getClass().getSimpleName() + " has no form in JSON", e);
            }
        }
    }
}
