package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.ValueReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The lists and maps of a state: a count, then elements or entries in order, none of them null. */
final class ElementsCodec {
    private ElementsCodec() {}

    record OfList(Codec<Object> element) implements Codec<Object> {
        @Override
        public void write(BytesOut out, Object list) {
            List<?> elements = (List<?>) list;
            out.writeVarInt(elements.size());
            for (Object each : elements) {
                element.write(out, each);
            }
        }

        @Override
        public List<Object> read(BytesIn in) {
            return readList(in, element);
        }
    }

    record OfMap(Codec<Object> key, Codec<Object> value, MapLayout layout) implements Codec<Object> {
        @Override
        public void write(BytesOut out, Object map) {
            if (map instanceof FlatMap rows) {
                rows.write(out);
                return;
            }
            Map<?, ?> entries = (Map<?, ?>) map;
            out.writeVarInt(entries.size());
            entries.forEach((k, v) -> {
                key.write(out, k);
                value.write(out, v);
            });
        }

        @Override
        public Map<Object, Object> read(BytesIn in) {
            return readMap(in, key, value, layout);
        }
    }

    static List<Object> readList(BytesIn in, ValueReader<Object> element) {
        int count = in.readCount(1);
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element.read(in));
        }
        return elements;
    }

    static Map<Object, Object> readMap(
            BytesIn in, ValueReader<Object> key, ValueReader<Object> value, MapLayout layout) {
        int from = in.offset();
        int count = in.readCount(2);
        Map<Object, Object> entries = layout.empty();
        for (int i = 0; i < count; i++) {
            entries = MapLayout.put(entries, key.read(in), value.read(in));
            if (entries.size() != i + 1) {
                throw in.malformed(from, "a map of " + count + " different keys", "the same one again");
            }
        }
        return entries;
    }
}
