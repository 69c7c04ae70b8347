package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;

/** Writes and reads values of one type, at least one byte each. Immutable, and for any number of threads at once. */
public interface Codec<T> extends ValueReader<T> {
    /** @throws NullPointerException if the value is null: what may be absent is for the caller to mark */
    void write(BytesOut out, T value);

    /** Reads exactly what {@link #write} wrote. */
    @Override
    T read(BytesIn in);
}
