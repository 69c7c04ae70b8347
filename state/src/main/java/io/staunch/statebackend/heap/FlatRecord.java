package io.staunch.statebackend.heap;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** A {@link FlatLayout} by method handles; each record type has a {@link HiddenCopy}, so that they are constants for the JVM. */
final class FlatRecord extends FlatLayout {
    private static final @Nullable MethodHandle WRITER = HiddenCopy.argument(MethodHandles.lookup(), 1);
    private static final @Nullable MethodHandle READER = HiddenCopy.argument(MethodHandles.lookup(), 2);

    private final Class<?> type;
    private final MethodHandle writer;
    private final MethodHandle reader;

    /**
     * @param writer {@code (long[], int, Object)void}
     * @param reader {@code (long[], int)Object}
     */
    FlatRecord(Class<?> type, MethodHandle writer, MethodHandle reader) {
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public Object read(long[] rows, int at) {
        MethodHandle handle = READER == null ? reader : READER;
        try {
            return (Object) handle.invokeExact(rows, at);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public void write(long[] rows, int at, Object value) {
        MethodHandle handle = WRITER == null ? writer : WRITER;
        try {
            handle.invokeExact(rows, at, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private StaunchException failed(Throwable cause) {
        return new StaunchException("a " + type.getName() + " in state failed with " + cause, Remedy.FAIL_JOB, cause);
    }
}
