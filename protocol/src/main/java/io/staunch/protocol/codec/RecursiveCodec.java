package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stands for the codec of a type inside of itself, and counts how deep a value goes. */
final class RecursiveCodec implements Codec<Object> {
    private @Nullable Codec<Object> whole;

    /** Called once, before the codec is used. */
    void is(Codec<Object> codec) {
        whole = codec;
    }

    @Override
    public void write(BytesOut out, Object value) {
        out.enter();
        Objects.requireNonNull(whole).write(out, value);
        out.leave();
    }

    @Override
    public Object read(BytesIn in) {
        in.enter();
        Object value = Objects.requireNonNull(whole).read(in);
        in.leave();
        return value;
    }
}
