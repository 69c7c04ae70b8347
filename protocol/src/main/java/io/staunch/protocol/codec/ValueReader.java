package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;

/** Reads values of one type, at least one byte each. Immutable, and for any number of threads at once. */
@FunctionalInterface
public interface ValueReader<T> {
    /** @throws io.staunch.protocol.bytes.MalformedBytesException if the bytes are no value of what the reader was made for */
    T read(BytesIn in);
}
