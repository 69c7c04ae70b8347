package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import org.jspecify.annotations.Nullable;

/** A value that may be null: a byte 0 or 1, then the value if there is one. */
record NullableCodec<T>(Codec<T> present) implements Codec<@Nullable T> {
    @Override
    public void write(BytesOut out, @Nullable T value) {
        if (value == null) {
            out.writeByte(0);
        } else {
            out.writeByte(1);
            present.write(out, value);
        }
    }

    @Override
    public @Nullable T read(BytesIn in) {
        return in.readBoolean() ? present.read(in) : null;
    }
}
