package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.util.HashMap;
import java.util.Map;

/** Constants of an enum by name. */
record EnumCodec(Class<?> type, Map<String, Object> constants) implements Codec<Object> {
    static EnumCodec of(Class<?> type) {
        Map<String, Object> constants = new HashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        return new EnumCodec(type, Map.copyOf(constants));
    }

    @Override
    public void write(BytesOut out, Object value) {
        out.writeString(((Enum<?>) value).name());
    }

    @Override
    public Object read(BytesIn in) {
        int from = in.offset();
        String name = in.readString();
        Object constant = constants.get(name);
        if (constant == null) {
            throw in.malformed(from, "a constant of " + type.getName(), "'" + name + "'");
        }
        return constant;
    }
}
