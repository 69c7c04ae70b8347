package io.staunch.runtime.task;

import io.staunch.operators.Copies;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.state.Immutables;
import io.staunch.state.StateType;
import org.jspecify.annotations.Nullable;

/** Copies values that can change by writing and reading them, as a checkpoint would. One for each operator of a task. */
final class CodecCopies implements Copies {
    private @Nullable StateType<?> lastType;
    private @Nullable Codec<Object> codec;

    @Override
    @SuppressWarnings({"unchecked", "ReferenceEquality"
    }) // a codec of that type; an operator has one for each of its states
    public <T> T copy(StateType<T> type, T value) {
        if (type != lastType) {
            lastType = type;
            boolean shared = type.owned() || (type.arguments().isEmpty() && Immutables.isImmutable(type.raw()));
            codec = shared ? null : (Codec<Object>) Codecs.of(type.type());
        }
        return codec == null ? value : (T) throughBytes(codec, value);
    }

    private static Object throughBytes(Codec<Object> codec, Object value) {
        var out = new BytesOut();
        codec.write(out, value);
        return codec.read(new BytesIn(out.toBytes()));
    }
}
