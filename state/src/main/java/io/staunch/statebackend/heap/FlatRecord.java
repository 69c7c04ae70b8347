package io.staunch.statebackend.heap;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.RecordHandles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a record that has only primitive components is kept in longs, one for each.
 *
 * @param writer {@code (long[], int, Object)void}
 * @param reader {@code (long[], int)Object}
 */
record FlatRecord(Class<?> type, int fields, MethodHandle writer, MethodHandle reader) {
    /** Wider rows than this would waste more in empty slots than objects take. */
    private static final int MOST_FIELDS = 8;

    /** Null if values of this class are not to be kept flat. */
    static @Nullable FlatRecord of(Class<?> type) {
        if (!type.isRecord()) {
            return null;
        }
        RecordComponent[] components = type.getRecordComponents();
        boolean primitive =
                Arrays.stream(components).allMatch(each -> each.getType().isPrimitive());
        if (!primitive || components.length == 0 || components.length > MOST_FIELDS) {
            return null;
        }
        var handles = new RecordHandles(type);
        return new FlatRecord(type, components.length, writer(type, handles), reader(type, handles));
    }

    Object read(long[] rows, int at) {
        try {
            return (Object) reader.invokeExact(rows, at);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    void write(long[] rows, int at, Object value) {
        try {
            writer.invokeExact(rows, at, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private StaunchException failed(Throwable cause) {
        return new StaunchException("a " + type.getName() + " in state failed with " + cause, Remedy.FAIL_JOB, cause);
    }

    private static MethodHandle writer(Class<?> type, RecordHandles handles) {
        RecordComponent[] components = type.getRecordComponents();
        MethodHandle all = store(components[0], 0, handles);
        for (int i = 1; i < components.length; i++) {
            all = MethodHandles.foldArguments(store(components[i], i, handles), all);
        }
        return all.asType(MethodType.methodType(void.class, long[].class, int.class, Object.class));
    }

    private static MethodHandle store(RecordComponent component, int field, RecordHandles handles) {
        MethodHandle bits =
                MethodHandles.filterReturnValue(handles.accessor(component), FlatField.toBits(component.getType()));
        return MethodHandles.filterArguments(MethodHandles.insertArguments(FlatField.STORE, 2, field), 2, bits);
    }

    private static MethodHandle reader(Class<?> type, RecordHandles handles) {
        MethodHandle make = handles.constructor();
        RecordComponent[] components = type.getRecordComponents();
        int[] order = new int[2 * components.length];
        for (int i = components.length - 1; i >= 0; i--) {
            MethodHandle load = MethodHandles.filterReturnValue(
                    MethodHandles.insertArguments(FlatField.LOAD, 2, i), FlatField.fromBits(components[i].getType()));
            make = MethodHandles.collectArguments(make, i, load);
            order[2 * i + 1] = 1;
        }
        return MethodHandles.permuteArguments(make, MethodType.methodType(type, long[].class, int.class), order)
                .asType(MethodType.methodType(Object.class, long[].class, int.class));
    }
}
