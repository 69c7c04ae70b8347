package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;

/** Arrays of the commonest primitives, without boxing: a length, then the elements. */
final class PrimitiveArrays {
    private PrimitiveArrays() {}

    static void writeLongs(BytesOut out, long[] values) {
        out.writeVarInt(values.length);
        for (long value : values) {
            out.writeZigZag(value);
        }
    }

    static long[] readLongs(BytesIn in) {
        long[] values = new long[in.readCount(1)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readZigZag();
        }
        return values;
    }

    static void writeInts(BytesOut out, int[] values) {
        out.writeVarInt(values.length);
        for (int value : values) {
            out.writeZigZag(value);
        }
    }

    static int[] readInts(BytesIn in) {
        int[] values = new int[in.readCount(1)];
        for (int i = 0; i < values.length; i++) {
            values[i] = Primitives.readInt(in);
        }
        return values;
    }

    static void writeDoubles(BytesOut out, double[] values) {
        out.writeVarInt(values.length);
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    static double[] readDoubles(BytesIn in) {
        double[] values = new double[in.readCount(Double.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }
}
