package io.staunch.protocol.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads what {@link BytesOut} wrote. Every read is checked against the end, and every length against what is left, so that damaged bytes
 * are a {@link MalformedBytesException} and nothing else. Not for several threads.
 */
public final class BytesIn {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int at;
    private int depth;

    public BytesIn(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** A part of an array; offsets in messages count from the array's start. */
    public BytesIn(byte[] bytes, int from, int length) {
        if (from < 0 || length < 0 || from > bytes.length - length) {
            throw new IllegalArgumentException(
                    "no part of " + bytes.length + " bytes: from " + from + ", length " + length);
        }
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    /** Of the next byte. */
    public int offset() {
        return at;
    }

    /** How many bytes are left. */
    public int remaining() {
        return end - at;
    }

    /** @throws MalformedBytesException unless everything was read */
    public void expectEnd() {
        if (at != end) {
            throw new MalformedBytesException(
                    "expected the end at offset " + at + ", but " + (end - at) + " bytes follow");
        }
    }

    public boolean readBoolean() {
        int found = readByte();
        if (found >>> 1 != 0) {
            throw malformed(at - 1, "a boolean, 0 or 1", "byte " + (found & 0xff));
        }
        return found == 1;
    }

    public byte readByte() {
        need(1, "a byte");
        return bytes[at++];
    }

    public int readInt() {
        need(4, "an int");
        int value = (int) INT.get(bytes, at);
        at += 4;
        return value;
    }

    public long readLong() {
        need(8, "a long");
        long value = (long) LONG.get(bytes, at);
        at += 8;
        return value;
    }

    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** A count or length. */
    public int readVarInt() {
        int from = at;
        long value = readVarLong();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw malformed(from, "a length of at most " + Integer.MAX_VALUE, Long.toUnsignedString(value));
        }
        return (int) value;
    }

    public long readVarLong() {
        need(1, "a number");
        int length = Integer.numberOfTrailingZeros(bytes[at] | 0x100) + 1;
        if (end - at < 9) {
            return readVarLongAtEnd(length);
        }
        if (length == 9) {
            long value = (long) LONG.get(bytes, at + 1);
            at += 9;
            return value;
        }
        long word = (long) LONG.get(bytes, at);
        at += length;
        return word << (64 - 8 * length) >>> (64 - 7 * length);
    }

    private long readVarLongAtEnd(int length) {
        need(length, "a number of " + length + " bytes");
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (bytes[at + i] & 0xffL) << (8 * i);
        }
        at += length;
        return word >>> length;
    }

    public long readZigZag() {
        long value = readVarLong();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A signed number within bounds. */
    public long readZigZag(long least, long most, String what) {
        int from = at;
        long value = readZigZag();
        if (value < least || value > most) {
            throw malformed(from, what, "the number " + value);
        }
        return value;
    }

    /** How many elements follow, of which each takes at least some bytes: never more than could be there. */
    public int readCount(int bytesEach) {
        int from = at;
        int count = readVarInt();
        if ((long) count * bytesEach > end - at) {
            throw malformed(
                    from,
                    "at most " + (end - at) + " more bytes",
                    count + " elements of at least " + bytesEach + " bytes each");
        }
        return count;
    }

    public String readString() {
        int from = at;
        long header = readVarLong();
        long length = header >>> 1;
        if (length > end - at) {
            throw malformed(from, "at most " + (end - at) + " more bytes", "a string of " + length + " bytes");
        }
        int start = at;
        at += (int) length;
        if ((header & 1) == 0) {
            String value = Utf8.decode(bytes, start, (int) length);
            if (value == null) {
                throw malformed(start, "a string in UTF-8", "other bytes");
            }
            return value;
        }
        if ((length & 1) != 0) {
            throw malformed(from, "a string of whole chars", length + " bytes");
        }
        return Utf8.decodeChars(bytes, start, (int) length);
    }

    /** A length, then that many bytes. */
    public byte[] readBytes() {
        int length = readCount(1);
        byte[] value = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return value;
    }

    /** Passes over bytes. */
    public void skip(int length) {
        if (length < 0) {
            throw new IllegalArgumentException("can't skip " + length + " bytes");
        }
        need(length, length + " bytes");
        at += length;
    }

    /** The next bytes as an input of their own, without a copy. */
    public BytesIn part(int length) {
        int from = at;
        skip(length);
        return new BytesIn(bytes, from, length);
    }

    /** One level deeper into a recursive value; see {@link Depth}. Paired with {@link #leave}. */
    public void enter() {
        if (++depth > Depth.LIMIT) {
            throw malformed(at, "a value of at most " + Depth.LIMIT + " levels", "a deeper one");
        }
    }

    /** Back from {@link #enter}. */
    public void leave() {
        depth--;
    }

    /** The error for a value that was read and is wrong. */
    public MalformedBytesException malformed(int offset, String expected, String found) {
        return new MalformedBytesException(
                "malformed bytes at offset " + offset + " of " + end + ": expected " + expected + ", found " + found);
    }

    private void need(int count, String what) {
        if (end - at < count) {
            throw malformed(at, what, (end - at) + " bytes before the end");
        }
    }
}
