package io.staunch.files;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * JSON and CSV as source and sink understand them, unless the user brings a mapper. Lenient in one point: what the class does not know is passed
 * over, so that writers may add some. Strict in all others, since a value that was guessed is counted for good. Times are written as ISO-8601
 * text. None is to be configured: each is one for all.
 */
final class Mappers {
    private Mappers() {}

    static ObjectMapper json() {
        return Json.MAPPER;
    }

    static CsvMapper csv() {
        return Csv.MAPPER;
    }

    private static final class Json {
        static final ObjectMapper MAPPER = strict(JsonMapper.builder())
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build();
    }

    /** All values are text there. An empty field is nothing, and an empty text is written as two quotes. */
    private static final class Csv {
        static final CsvMapper MAPPER = strict(CsvMapper.builder())
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
                .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
                .enable(CsvGenerator.Feature.ALWAYS_QUOTE_EMPTY_STRINGS)
                .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                .withCoercionConfigDefaults(all -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .build();
    }

    private static <B extends MapperBuilder<?, B>> B strict(B builder) {
        return builder.addModule(new JavaTimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
    }
}
