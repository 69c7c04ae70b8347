package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first {@value #SIZE} bytes of a frame, big-endian: CRC-32C of the other 28 (4 bytes), type (1), "Stf" (3), length of the body
 * (4), CRC-32C of the body (4), offset of the frame in its file (8), durable (8).
 *
 * @param offset where in its file the frame begins: a frame at another place is none
 * @param length of the body in bytes
 * @param checksum CRC-32C of the body
 * @param durable how many bytes of the file its writer knew to be durable when it wrote the frame. What lies before that in any
 *     frame of the file can't be a torn tail: if it is unreadable, it was damaged
 */
record FrameHead(FrameType type, long offset, int length, int checksum, long durable) {
    static final int SIZE = 32;

    private static final int MAGIC = 'S' << 16 | 't' << 8 | 'f';
    private static final int CHECKED_FROM = 4;

    static FrameHead of(FrameType type, long offset, ByteBuffer body, long durable) {
        return new FrameHead(type, offset, body.remaining(), checksum(body), durable);
    }

    long bodyOffset() {
        return offset + SIZE;
    }

    long end() {
        return bodyOffset() + length;
    }

    /** Writes the head at the buffer's position. */
    void encode(ByteBuffer target) {
        int start = target.position();
        target.putInt(0).putInt(type.code() << 24 | MAGIC).putInt(length).putInt(checksum);
        target.putLong(offset).putLong(durable);
        target.putInt(start, checksum(target.duplicate().flip().position(start + CHECKED_FROM)));
    }

    /** The head at an index of a buffer, which is {@code offset} in the file; or null if no intact one is there. */
    static @Nullable FrameHead decode(ByteBuffer source, int index, long offset) {
        if (source.limit() - index < SIZE
                || (source.getInt(index + 4) & 0xFFFFFF) != MAGIC
                || source.getLong(index + 16) != offset) {
            return null;
        }
        ByteBuffer checked = source.duplicate().position(index + CHECKED_FROM).limit(index + SIZE);
        FrameType type = FrameType.of(source.get(index + 4));
        int length = source.getInt(index + 8);
        if (source.getInt(index) != checksum(checked) || type == null || length < 0) {
            return null;
        }
        return new FrameHead(type, offset, length, source.getInt(index + 12), source.getLong(index + 24));
    }

    /** CRC-32C of the remaining bytes; the buffer is left as it was. */
    static int checksum(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }
}
