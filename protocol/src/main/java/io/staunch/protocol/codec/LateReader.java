package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stands for the reader of a type inside of itself, and counts how deep a value goes. */
final class LateReader implements ValueReader<Object> {
    private @Nullable ValueReader<Object> whole;

    /** Called once, before the reader is used. */
    void is(ValueReader<Object> reader) {
        whole = reader;
    }

    @Override
    public Object read(BytesIn in) {
        in.enter();
        Object value = Objects.requireNonNull(whole).read(in);
        in.leave();
        return value;
    }
}
