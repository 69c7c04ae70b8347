package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.MalformedBytesException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record: its components in order. The two handles are made of those of the components; each type has a {@link HiddenCopy}, so that the JVM
 * compiles all into one piece of code that boxes nothing.
 */
final class RecordCodec implements Codec<Object> {
    private static final @Nullable MethodHandle WRITER = HiddenCopy.argument(MethodHandles.lookup(), 1);
    private static final @Nullable MethodHandle READER = HiddenCopy.argument(MethodHandles.lookup(), 2);

    private final Class<?> type;
    private final MethodHandle writer;
    private final MethodHandle reader;

    /**
     * @param writer {@code (BytesOut, Object)void}
     * @param reader {@code (BytesIn)Object}
     */
    RecordCodec(Class<?> type, MethodHandle writer, MethodHandle reader) {
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public void write(BytesOut out, Object value) {
        Objects.requireNonNull(value, "value");
        MethodHandle handle = WRITER == null ? writer : WRITER;
        try {
            handle.invokeExact(out, value);
        } catch (StaunchException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new StaunchException("a value of " + type.getName() + " can't be written: " + e, Remedy.FAIL_JOB, e);
        }
    }

    @Override
    public Object read(BytesIn in) {
        MethodHandle handle = READER == null ? reader : READER;
        try {
            return (Object) handle.invokeExact(in);
        } catch (StaunchException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new MalformedBytesException(
                    "malformed bytes before offset " + in.offset() + ": " + type.getName()
                            + " can't be made of what was read: " + e,
                    e);
        }
    }
}
