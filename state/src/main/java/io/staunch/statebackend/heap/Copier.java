package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.state.Immutables;
import java.util.function.UnaryOperator;

/** Makes an equal object that shares nothing with the given one that could be changed: by the codec, there and back. */
final class Copier implements UnaryOperator<Object> {
    private final Codec<Object> codec;
    private final BytesOut bytes = new BytesOut();

    Copier(Codec<Object> codec) {
        this.codec = codec;
    }

    /** For objects of a class; those that never change are their own copies. */
    static UnaryOperator<Object> of(Class<?> type, Codec<Object> codec) {
        return Immutables.isImmutable(type) ? UnaryOperator.identity() : new Copier(codec);
    }

    @Override
    public Object apply(Object value) {
        bytes.clear();
        codec.write(bytes, value);
        return codec.read(new BytesIn(bytes.toBytes()));
    }
}
