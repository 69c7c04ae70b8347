package io.staunch.statebackend.heap;

import io.staunch.protocol.codec.HiddenCopy;
import io.staunch.protocol.codec.RecordHandles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Layouts of records that have only primitive components: a long for each. */
final class FlatLayouts {
    /** Wider rows than this would waste more in empty slots than objects take. */
    private static final int MOST_FIELDS = 8;

    /** One for all tasks: with one for each, the JVM would see several classes where it could see one. */
    private static final ClassValue<FlatLayout> OF_CLASS = new ClassValue<>() {
        @Override
        protected FlatLayout computeValue(Class<?> type) {
            var handles = new RecordHandles(type);
            return HiddenCopy.of(
                    FlatLayout.class,
                    MethodHandles.lookup(),
                    FlatRecord.class,
                    type,
                    writer(type, handles),
                    reader(type, handles));
        }
    };

    private FlatLayouts() {}

    /** Whether values of this class are to be kept flat. */
    static boolean fits(Class<?> type) {
        if (!type.isRecord()) {
            return false;
        }
        RecordComponent[] components = type.getRecordComponents();
        boolean primitive =
                Arrays.stream(components).allMatch(each -> each.getType().isPrimitive());
        return primitive && components.length > 0 && components.length <= MOST_FIELDS;
    }

    /** How many longs a value of this class takes. */
    static int fields(Class<?> type) {
        return type.getRecordComponents().length;
    }

    /** The layout of a class that fits; made once. */
    static FlatLayout of(Class<?> type) {
        return OF_CLASS.get(type);
    }

    static MethodHandle writer(Class<?> type, RecordHandles handles) {
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

    static MethodHandle reader(Class<?> type, RecordHandles handles) {
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
