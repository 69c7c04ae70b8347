package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.staunch.function.SupplierFunction;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** How a sink turns keys or values into bytes: part of its description. */
interface PartFormat<P> extends Serializable {
    /** A writer for one task. */
    Writer<P> open(Map<String, String> settings, boolean key);

    /** Mistakes, one sentence each. */
    default List<String> problems() {
        return List.of();
    }

    /** Turns keys or values into bytes. Used by one task, on its worker. */
    @FunctionalInterface
    interface Writer<P> {
        /**
         * The bytes, or null if there are none.
         *
         * @param headers those of the record, to which a serialiser may add
         */
        byte @Nullable [] write(String topic, HeadersOnDemand headers, P part) throws Exception;
    }

    /**
     * Headers that exist only if somebody asks for them. One for all records of an encoder: most serialisers ask and add nothing, and what is
     * still empty serves the next record as well.
     */
    final class HeadersOnDemand {
        private @Nullable Headers headers;

        /** For a new record: whatever an earlier one has left, if it was refused, is gone. */
        void clear() {
            var unused = take();
        }

        /** The public way to Kafka's mutable headers is through a record. */
        Headers get() {
            if (headers == null) {
                headers = new ProducerRecord<>("", null).headers();
            }
            return headers;
        }

        /** Those that were added, which are the record's own now; null if there are none. */
        @Nullable
        Headers take() {
            Headers made = headers;
            if (made == null || !made.iterator().hasNext()) {
                return null;
            }
            headers = null;
            return made;
        }
    }

    /** JSON. */
    record JsonPart<P>(Class<P> type, SupplierFunction<ObjectMapper> mapper) implements PartFormat<P> {
        @Override
        public Writer<P> open(Map<String, String> settings, boolean key) {
            ObjectWriter writer = mapper.make().writerFor(type);
            return (topic, headers, part) -> writer.writeValueAsBytes(part);
        }
    }

    /** Text for what has a plain one, bytes as they are, JSON for the rest. */
    record TextPart<P>() implements PartFormat<P> {
        @Override
        public Writer<P> open(Map<String, String> settings, boolean key) {
            return new TextWriter<>();
        }
    }

    /** Makes its JSON writer when it first meets what has no plain text: that takes a tenth of a second of a start. */
    final class TextWriter<P> implements Writer<P> {
        private @Nullable ObjectWriter json;

        @Override
        public byte[] write(String topic, HeadersOnDemand headers, P part) throws Exception {
            if (part instanceof byte[] bytes) {
                return bytes;
            }
            boolean plain = part instanceof CharSequence
                    || part instanceof Number
                    || part instanceof Boolean
                    || part instanceof Character
                    || part instanceof Enum<?>
                    || part instanceof UUID;
            return plain ? part.toString().getBytes(StandardCharsets.UTF_8) : json().writeValueAsBytes(part);
        }

        private ObjectWriter json() {
            if (json == null) {
                json = Json.mapper().writer();
            }
            return json;
        }
    }

    /** One of Kafka's own serialisers, or anybody's that has their interface. */
    record SerializerPart<P>(Recipe<Serializer<P>> recipe) implements PartFormat<P> {
        @Override
        public Writer<P> open(Map<String, String> settings, boolean key) {
            Serializer<P> serializer = recipe.make(s -> s.configure(settings, key));
            return (topic, headers, part) -> serializer.serialize(topic, headers.get(), part);
        }

        @Override
        public List<String> problems() {
            String problem = recipe.problem();
            return problem == null ? List.of() : List.of(problem);
        }
    }
}
