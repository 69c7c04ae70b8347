package io.staunch.kafka;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * JSON as source and sink understand it, unless the user brings a mapper.
 *
 * <p>Lenient in one point: a property that the class does not know is passed over, so that writers may add some. Strict
 * in all others, since a value that was guessed is counted for good: a number in quotes, a number for the
 * constant of an enum, a fraction where a whole number is wanted, null or nothing for a primitive, and text behind the value are errors. No class is chosen by the
 * text. Times are written as ISO-8601 text and read as text or as numbers.
 */
final class Json {
    private Json() {}

    /** One for all, made when it is first asked for: what it learns of a class is learnt once. Not to be configured. */
    static ObjectMapper mapper() {
        return Shared.MAPPER;
    }

    private static final class Shared {
        static final ObjectMapper MAPPER = make();
    }

    private static ObjectMapper make() {
        return JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .build();
    }
}
