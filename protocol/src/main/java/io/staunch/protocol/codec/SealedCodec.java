package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.util.Map;

/** A value of a sealed interface: the simple name of its class, then the value. */
record SealedCodec(Class<?> type, Map<Class<?>, Codec<Object>> byClass, Map<String, Codec<Object>> byName)
        implements Codec<Object> {
    @Override
    public void write(BytesOut out, Object value) {
        Class<?> leaf = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        out.writeString(leaf.getSimpleName());
        byClass.get(leaf).write(out, value);
    }

    @Override
    public Object read(BytesIn in) {
        int from = in.offset();
        String name = in.readString();
        Codec<Object> codec = byName.get(name);
        if (codec == null) {
            throw in.malformed(from, "a type that " + type.getName() + " permits", "'" + name + "'");
        }
        return codec.read(in);
    }
}
