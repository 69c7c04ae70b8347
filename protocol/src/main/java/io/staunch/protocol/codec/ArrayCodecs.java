package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.lang.reflect.Array;

/** Arrays: a length, then the elements. */
final class ArrayCodecs {
    static final Codec<long[]> LONGS = new ValueCodec<>(
            (out, values) -> {
                out.writeVarInt(values.length);
                for (long value : values) {
                    out.writeZigZag(value);
                }
            },
            in -> {
                long[] values = new long[in.readCount(1)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = in.readZigZag();
                }
                return values;
            });

    static final Codec<int[]> INTS = new ValueCodec<>(
            (out, values) -> {
                out.writeVarInt(values.length);
                for (int value : values) {
                    out.writeZigZag(value);
                }
            },
            in -> {
                int[] values = new int[in.readCount(1)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Primitives.readInt(in);
                }
                return values;
            });

    static final Codec<double[]> DOUBLES = new ValueCodec<>(
            (out, values) -> {
                out.writeVarInt(values.length);
                for (double value : values) {
                    out.writeDouble(value);
                }
            },
            in -> {
                double[] values = new double[in.readCount(8)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = in.readDouble();
                }
                return values;
            });

    private ArrayCodecs() {}

    /** Arrays of any other component type. */
    record OfElements(Class<?> component, Codec<Object> element) implements Codec<Object> {
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
            int length = in.readCount(1);
            Object array = Array.newInstance(component, length);
            for (int i = 0; i < length; i++) {
                Array.set(array, i, element.read(in));
            }
            return array;
        }
    }
}
