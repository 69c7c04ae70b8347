package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Takes records apart and makes them, by method handles; also private and nested ones. */
public final class RecordHandles {
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;

    /** @throws StaunchException if the record's module keeps it closed */
    public RecordHandles(Class<?> type) {
        this.type = type;
        try {
            this.lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw closed(e);
        }
    }

    /** The accessor of a component, of type {@code (record)component}. */
    public MethodHandle accessor(RecordComponent component) {
        try {
            return lookup.unreflect(component.getAccessor());
        } catch (IllegalAccessException e) {
            throw closed(e);
        }
    }

    /** The canonical constructor, of type {@code (components)record}; of variable arity it takes the array, like any other component. */
    public MethodHandle constructor() {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return lookup.findConstructor(type, MethodType.methodType(void.class, parameters))
                    .asFixedArity();
        } catch (ReflectiveOperationException e) {
            throw closed(e);
        }
    }

    private StaunchException closed(Exception cause) {
        return new StaunchException(
                "record " + type.getName() + " can't be reached: let its module-info say 'opens "
                        + type.getPackageName() + " to io.staunch.protocol;'",
                Remedy.FAIL_JOB,
                cause);
    }
}
