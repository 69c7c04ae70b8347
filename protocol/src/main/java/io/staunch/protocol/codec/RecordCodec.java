package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.MalformedBytesException;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * A record: its components in order. The two handles are made of those of the components, so that the JVM compiles each into one piece
 * of code that boxes nothing.
 *
 * @param writer {@code (BytesOut, Object)void}
 * @param reader {@code (BytesIn)Object}
 */
record RecordCodec(Class<?> type, MethodHandle writer, MethodHandle reader) implements Codec<Object> {
    @Override
    public void write(BytesOut out, Object value) {
        Objects.requireNonNull(value, "value");
        try {
            writer.invokeExact(out, value);
        } catch (StaunchException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new StaunchException("a value of " + type.getName() + " can't be written: " + e, Remedy.FAIL_JOB, e);
        }
    }

    @Override
    public Object read(BytesIn in) {
        try {
            return (Object) reader.invokeExact(in);
        } catch (StaunchException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new MalformedBytesException(
                    "malformed bytes before offset " + in.offset() + ", or a constructor that has changed: "
                            + type.getName() + " can't be made of what was read, which threw "
                            + e.getClass().getName()
                            + ". If the constructor threw it, let it take what was written before it changed, or replace it",
                    e);
        }
    }
}
