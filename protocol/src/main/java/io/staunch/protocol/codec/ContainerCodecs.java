package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Containers: a count, then the elements in the order of iteration. */
final class ContainerCodecs {
    /** Equal ones are written once, so that only damage, or a class that sees as equal what was not, can lead here. */
    private static final String AGAIN =
            "the same one again; if its class now makes equal what was not, by its constructor or equals, undo that";

    private ContainerCodecs() {}

    record OfOptional(Codec<Object> element) implements Codec<Optional<Object>> {
        @Override
        public void write(BytesOut out, Optional<Object> value) {
            out.writeBoolean(value.isPresent());
            if (value.isPresent()) {
                element.write(out, value.get());
            }
        }

        @Override
        public Optional<Object> read(BytesIn in) {
            return in.readBoolean() ? Optional.of(element.read(in)) : Optional.empty();
        }
    }

    record OfList(Codec<@Nullable Object> element) implements Codec<List<@Nullable Object>> {
        @Override
        public void write(BytesOut out, List<@Nullable Object> values) {
            out.writeVarInt(values.size());
            for (Object value : values) {
                element.write(out, value);
            }
        }

        @Override
        public List<@Nullable Object> read(BytesIn in) {
            return readList(in, element);
        }
    }

    record OfSet(Codec<@Nullable Object> element) implements Codec<Set<@Nullable Object>> {
        @Override
        public void write(BytesOut out, Set<@Nullable Object> values) {
            out.writeVarInt(values.size());
            for (Object value : values) {
                element.write(out, value);
            }
        }

        @Override
        public Set<@Nullable Object> read(BytesIn in) {
            return readSet(in, element);
        }
    }

    record OfMap(Codec<@Nullable Object> key, Codec<@Nullable Object> value)
            implements Codec<Map<@Nullable Object, @Nullable Object>> {
        @Override
        public void write(BytesOut out, Map<@Nullable Object, @Nullable Object> values) {
            out.writeVarInt(values.size());
            values.forEach((k, v) -> {
                key.write(out, k);
                value.write(out, v);
            });
        }

        @Override
        public Map<@Nullable Object, @Nullable Object> read(BytesIn in) {
            return readMap(in, key, value);
        }
    }

    static List<@Nullable Object> readList(BytesIn in, ValueReader<@Nullable Object> element) {
        int count = in.readCount(1);
        List<@Nullable Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(element.read(in));
        }
        return values;
    }

    static Set<@Nullable Object> readSet(BytesIn in, ValueReader<@Nullable Object> element) {
        int count = in.readCount(1);
        Set<@Nullable Object> values = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            int from = in.offset();
            if (!values.add(element.read(in))) {
                throw in.malformed(from, "an element that the set does not have yet", AGAIN);
            }
        }
        return values;
    }

    static Map<@Nullable Object, @Nullable Object> readMap(
            BytesIn in, ValueReader<@Nullable Object> key, ValueReader<@Nullable Object> value) {
        int count = in.readCount(2);
        Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int from = in.offset();
            values.put(key.read(in), value.read(in));
            if (values.size() != i + 1) {
                throw in.malformed(from, "a key that the map does not have yet", AGAIN);
            }
        }
        return values;
    }
}
