package io.staunch.statebackend.heap;

import io.staunch.graph.KeySelector;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.keys.KeyHasher;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a backend. In captured bytes a number looks the same whether it was a primitive key or an object.
 *
 * @param objects whether they are kept; else their hashes stand for them
 */
record Keys(boolean objects, Codec<Object> codec, KeyHasher<Object> hasher) {
    @SuppressWarnings("unchecked") // both are made for the same class
    static Keys of(KeySelector.Kind kind, Class<?> type) {
        return new Keys(kind == KeySelector.Kind.OBJECT, (Codec<Object>) Codecs.of(type), (KeyHasher<Object>)
                KeyHash.hasher(type));
    }

    void write(BytesOut out, long hash, @Nullable Object key) {
        if (objects) {
            codec.write(out, Objects.requireNonNull(key));
        } else {
            out.writeZigZag(KeyHash.toLong(hash));
        }
    }

    Object read(BytesIn in) {
        return codec.read(in);
    }

    long hash(Object key) {
        return hasher.hash(key);
    }

    /** What a table keeps of a key. */
    @Nullable
    Object kept(Object key) {
        return objects ? key : null;
    }
}
