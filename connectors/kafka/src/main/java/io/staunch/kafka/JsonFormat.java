package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.staunch.function.SupplierFunction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The value as JSON. */
record JsonFormat<T>(Class<T> type, SupplierFunction<ObjectMapper> mapper) implements RecordFormat<T> {
    @Override
    public Reader<T> open(Map<String, String> settings) {
        ObjectReader reader = mapper.make().readerFor(type);
        return new Reader<>() {
            @Override
            public @Nullable T read(ConsumerRecord<ByteBuffer, ByteBuffer> record) throws IOException {
                ByteBuffer value = record.value();
                if (value == null) {
                    return null;
                }
                return reader.readValue(value.array(), value.arrayOffset() + value.position(), value.remaining());
            }
        };
    }

    @Override
    public List<String> problems() {
        return type.isPrimitive() || type == void.class ? List.of("json(" + type + ".class): name a class") : List.of();
    }
}
