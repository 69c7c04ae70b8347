package io.staunch.protocol.bytes;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing array of bytes that values are written to. Not for several threads.
 *
 * <p>Fixed-width numbers are little-endian. Variable-width ones ("var") take 1 to 9 bytes: the number of zero bits at the bottom of the
 * first byte is the number of bytes that follow it, and the rest are the value's low bits, little-endian; a first byte of 0 stands before
 * eight plain bytes. So a value is read with one load and one shift. Signed values are folded first ("zig-zag": 0, -1, 1, -2, ...).
 */
public final class BytesOut {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LARGEST = Integer.MAX_VALUE - 64;

    private byte[] bytes;
    private int size;
    private int depth;

    public BytesOut() {
        this(64);
    }

    /** @param capacity how many bytes are expected; more may come */
    public BytesOut(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
    }

    /** How many bytes were written. */
    public int size() {
        return size;
    }

    /** Forgets what was written, and keeps the memory. */
    public void clear() {
        size = 0;
        depth = 0;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** What was written, without a copy: valid until the next write or {@link #clear}. */
    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, size).slice();
    }

    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    /** The lowest eight bits. */
    public void writeByte(int value) {
        need(1);
        bytes[size++] = (byte) value;
    }

    /** 4 bytes. */
    public void writeInt(int value) {
        need(4);
        INT.set(bytes, size, value);
        size += 4;
    }

    /** 8 bytes. */
    public void writeLong(long value) {
        need(8);
        LONG.set(bytes, size, value);
        size += 8;
    }

    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** A count or length: not negative. */
    public void writeVarInt(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("a length must not be negative, was " + value);
        }
        writeVarLong(value);
    }

    /** 64 bits without a sign; small values are short. */
    public void writeVarLong(long value) {
        need(9);
        size = putVarLong(bytes, size, value);
    }

    /** Writes to where there is room for 9 bytes, and returns where the next value goes. */
    private static int putVarLong(byte[] to, int at, long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        if (bits > 56) {
            to[at] = 0;
            LONG.set(to, at + 1, value);
            return at + 9;
        }
        int length = (bits + 6) / 7;
        LONG.set(to, at, (value << length) | (1L << (length - 1)));
        return at + length;
    }

    /** 64 bits with a sign; values near 0 are short. */
    public void writeZigZag(long value) {
        writeVarLong((value << 1) ^ (value >> 63));
    }

    /** A value and then several more, each as {@link #writeZigZag(long)} writes it; faster than one by one. */
    public void writeZigZags(long first, long[] more, int from, int count) {
        need(9 * (count + 1));
        byte[] to = bytes;
        int at = putVarLong(to, size, (first << 1) ^ (first >> 63));
        for (int i = from; i < from + count; i++) {
            at = putVarLong(to, at, (more[i] << 1) ^ (more[i] >> 63));
        }
        size = at;
    }

    /**
     * Any string, exactly: as UTF-8 or, if it is not well-formed UTF-16 (a surrogate without its other half), as its chars.
     * Before the bytes stands their number, times two, plus one for chars.
     */
    public void writeString(String value) {
        int length = value.length();
        if (length <= Utf8.SHORT) {
            need(length + 9);
            int start = size + (length < 64 ? 1 : 2);
            int end = Utf8.ascii(value, bytes, start);
            if (end >= 0) {
                writeHeader(length << 1);
                size = end;
                return;
            }
        }
        byte[] utf8 = Utf8.encode(value);
        byte[] content = utf8 == null ? Utf8.chars(value) : utf8;
        writeVarLong(((long) content.length << 1) | (utf8 == null ? 1 : 0));
        writeRaw(content, 0, content.length);
    }

    /** As {@link #writeVarLong} writes it, in one or two bytes and none more: the content stands behind it already. */
    private void writeHeader(int header) {
        if (header < 128) {
            bytes[size] = (byte) ((header << 1) | 1);
        } else {
            bytes[size] = (byte) ((header << 2) | 2);
            bytes[size + 1] = (byte) (header >>> 6);
        }
    }

    /** A length, then that many bytes. */
    public void writeBytes(byte[] value) {
        writeVarInt(value.length);
        writeRaw(value, 0, value.length);
    }

    /** Bytes without their length. */
    public void writeRaw(byte[] value, int from, int length) {
        need(length);
        System.arraycopy(value, from, bytes, size, length);
        size += length;
    }

    /** All that another one holds, without its length. */
    public void writeAll(BytesOut other) {
        writeRaw(other.bytes, 0, other.size);
    }

    /** One level deeper into a recursive value; see {@link Depth}. Paired with {@link #leave}. */
    public void enter() {
        depth = Depth.checked(depth + 1);
    }

    /** Back from {@link #enter}. */
    public void leave() {
        depth--;
    }

    private void need(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > LARGEST) {
            throw new StaunchException(
                    "more than " + LARGEST + " bytes in one piece: " + size + " are written and " + more
                            + " more are needed",
                    Remedy.FAIL_JOB);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, bytes.length * 2L)));
    }
}
