package io.staunch.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Formats of Kafka's own deserialisers, and of anybody's that has their interface. */
final class SerdeFormats {
    private SerdeFormats() {}

    /** The value alone. */
    record Values<V>(Recipe<Deserializer<V>> value) implements RecordFormat<V> {
        @Override
        public Reader<V> open(Map<String, String> settings) {
            Deserializer<V> values = value.make(d -> d.configure(settings, false));
            return new Reader<>() {
                @Override
                public @Nullable V read(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
                    return deserialize(values, record, record.value());
                }

                @Override
                public void close() {
                    values.close();
                }
            };
        }

        @Override
        public List<String> problems() {
            return problemsOf(value);
        }
    }

    /** Key and value with all that Kafka keeps of a record. */
    record Records<K, V>(Recipe<Deserializer<K>> key, Recipe<Deserializer<V>> value)
            implements RecordFormat<KafkaRecord<K, V>> {
        @Override
        public Reader<KafkaRecord<K, V>> open(Map<String, String> settings) {
            Deserializer<K> keys = key.make(d -> d.configure(settings, true));
            Deserializer<V> values = value.make(d -> d.configure(settings, false));
            return new Reader<>() {
                @Override
                public KafkaRecord<K, V> read(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
                    Header[] headers = record.headers().toArray();
                    return new KafkaRecord<>(
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            record.timestamp(),
                            deserialize(keys, record, record.key()),
                            deserialize(values, record, record.value()),
                            headers.length == 0 ? List.of() : Arrays.asList(headers));
                }

                @Override
                public void close() {
                    keys.close();
                    values.close();
                }
            };
        }

        @Override
        public List<String> problems() {
            return problemsOf(key, value);
        }
    }

    /** From a buffer of its own: it may read on in it, and the record's bytes are needed again if it can't. */
    private static <V> @Nullable V deserialize(
            Deserializer<V> deserializer, ConsumerRecord<ByteBuffer, ByteBuffer> record, @Nullable ByteBuffer bytes) {
        return bytes == null ? null : deserializer.deserialize(record.topic(), record.headers(), bytes.duplicate());
    }

    private static List<String> problemsOf(Recipe<?>... recipes) {
        List<String> problems = new ArrayList<>();
        for (Recipe<?> recipe : recipes) {
            String problem = recipe.problem();
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems;
    }
}
