package io.staunch.statebackend.file;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Reads the fields of a frame's body. A body that ends early throws {@link BufferUnderflowException}. */
final class BodyReader {
    private final ByteBuffer bytes;

    BodyReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    long number() {
        return bytes.getLong();
    }

    int smallNumber() {
        return bytes.getInt();
    }

    UUID id() {
        return new UUID(number(), number());
    }

    byte[] bytes() {
        int length = count();
        byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    SegmentName segment() {
        return new SegmentName(number(), smallNumber());
    }

    <T> List<T> list(Function<BodyReader, T> element) {
        int size = count();
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.apply(this));
        }
        return list;
    }

    /** A number of bytes or elements, of at least one byte each, that are yet to come. */
    private int count() {
        int count = bytes.getInt();
        if (count < 0 || count > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
