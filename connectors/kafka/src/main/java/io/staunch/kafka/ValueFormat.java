package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.staunch.function.SupplierFunction;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** How a sink makes the values of its records: part of its description. */
interface ValueFormat<T> extends Serializable {
    /** A writer for one task. */
    Writer<T> open(Map<String, String> settings);

    /** Mistakes, one sentence each. */
    List<String> problems();

    /** Makes values. Used by one task, on its worker. */
    @FunctionalInterface
    interface Writer<T> {
        byte @Nullable [] write(String topic, T value) throws Exception;
    }

    /** As JSON. */
    record Json<T>(Class<T> type, SupplierFunction<ObjectMapper> mapper) implements ValueFormat<T> {
        @Override
        public Writer<T> open(Map<String, String> settings) {
            ObjectWriter writer = mapper.make().writerFor(type);
            return (topic, value) -> writer.writeValueAsBytes(value);
        }

        @Override
        public List<String> problems() {
            return type.isPrimitive() ? List.of("json(" + type + ".class): name a class") : List.of();
        }
    }

    /** By a serialiser of Kafka's kind. */
    record Serde<T>(Recipe<Serializer<T>> recipe) implements ValueFormat<T> {
        @Override
        public Writer<T> open(Map<String, String> settings) {
            Serializer<T> values = recipe.make(s -> s.configure(settings, false));
            return values::serialize;
        }

        @Override
        public List<String> problems() {
            String problem = recipe.problem();
            return problem == null ? List.of() : List.of(problem);
        }
    }
}
