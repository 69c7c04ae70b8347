package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Writes the fields of a frame's body one after the other; {@link BodyReader} reads them in the same order. */
final class BodyWriter {
    private ByteBuffer bytes = ByteBuffer.allocate(256);

    BodyWriter number(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    BodyWriter number(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    BodyWriter id(UUID value) {
        return number(value.getMostSignificantBits()).number(value.getLeastSignificantBits());
    }

    BodyWriter bytes(byte[] value) {
        number(value.length);
        room(value.length).put(value);
        return this;
    }

    BodyWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    BodyWriter segment(SegmentName value) {
        return number(value.epoch()).number(value.segment());
    }

    /** What was written, ready to be read; the writer is not used any more. */
    ByteBuffer done() {
        return bytes.flip();
    }

    private ByteBuffer room(int wanted) {
        if (bytes.remaining() < wanted) {
            int size = Math.max(
                    Math.addExact(bytes.position(), wanted), Math.addExact(bytes.capacity(), bytes.capacity() / 2));
            bytes = ByteBuffer.allocate(size).put(bytes.flip());
        }
        return bytes;
    }
}
