package io.staunch.protocol.codec;

import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.MalformedBytesException;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A codec from two functions. What the reading one throws over an impossible value is reported as malformed bytes. */
record ValueCodec<T>(BiConsumer<BytesOut, T> writer, Function<BytesIn, T> reader) implements Codec<T> {
    @Override
    public void write(BytesOut out, T value) {
        writer.accept(out, value);
    }

    @Override
    public T read(BytesIn in) {
        try {
            return reader.apply(in);
        } catch (StaunchException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MalformedBytesException(
                    "malformed bytes before offset " + in.offset() + ": " + e.getMessage(), e);
        }
    }
}
