package io.staunch.files;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.staunch.function.SupplierFunction;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON text on each line. */
record JsonLines<T>(Class<T> type, SupplierFunction<ObjectMapper> mapper) implements FileFormat<T> {
    @Override
    public String words() {
        return "JSON lines";
    }

    @Override
    public Framing framing() {
        return new LineFraming();
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public List<String> problems() {
        return type.isPrimitive() ? List.of("jsonLines(" + type + ".class): name a class") : List.of();
    }

    @Override
    public Reader<T> open() {
        ObjectReader reader = mapper.make().readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        return new Reader<>() {
            @Override
            public void begin(byte @Nullable [] header) {
                // All files are alike.
            }

            @Override
            public @Nullable T read(byte[] bytes, int from, int length) throws IOException {
                return reader.readValue(bytes, from, length);
            }
        };
    }
}
