package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.lang.reflect.Array;

/** An array: a length, then the elements. */
record ArrayCodec(Class<?> component, Codec<Object> element) implements Codec<Object> {
    @Override
    public void write(BytesOut out, Object array) {
        int length = Array.getLength(array);
        out.writeVarInt(length);
        for (int i = 0; i < length; i++) {
            element.write(out, Array.get(array, i));
        }
    }

    @Override
    public Object read(BytesIn in) {
        return read(in, component, element);
    }

    static Object read(BytesIn in, Class<?> component, ValueReader<Object> element) {
        int length = in.readCount(1);
        Object array = Array.newInstance(component, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, element.read(in));
        }
        return array;
    }
}
