package io.staunch.kafka;

import io.staunch.function.MapFunction;
import java.io.Serializable;
import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** How a sink makes the keys of its records. */
record KeyFormat<T, K>(Recipe<Serializer<K>> serializer, MapFunction<? super T, K> ofRecord) implements Serializable {
    /** Makes keys. Used by one task, on its worker. */
    @FunctionalInterface
    interface Writer<T> {
        byte @Nullable [] write(String topic, T value) throws Exception;
    }

    Writer<T> open(Map<String, String> settings) {
        Serializer<K> keys = serializer.make(s -> s.configure(settings, true));
        return (topic, value) -> {
            K key = ofRecord.map(value);
            return key == null ? null : keys.serialize(topic, key);
        };
    }
}
