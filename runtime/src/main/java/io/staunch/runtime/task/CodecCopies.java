package io.staunch.runtime.task;

import io.staunch.operators.Copies;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.state.Immutables;

/** Copies values that can change by writing and reading them, as a checkpoint would. One for each operator of a task. */
final class CodecCopies implements Copies {
    private Class<?> lastType = Void.class;
    private boolean lastImmutable = true;

    @Override
    public <T> T copy(Class<T> type, T value) {
        if (type != lastType) {
            lastType = type;
            lastImmutable = Immutables.isImmutable(type);
        }
        return lastImmutable ? value : throughBytes(type, value);
    }

    private static <T> T throughBytes(Class<T> type, T value) {
        Codec<T> codec = Codecs.of(type);
        var out = new BytesOut();
        codec.write(out, value);
        return codec.read(new BytesIn(out.toBytes()));
    }
}
