package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.SupplierFunction;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to make a serialiser or deserialiser. One of a class is configured with the client's settings, as Kafka itself does
 * it; one that a function gives is taken as it is.
 */
final class Recipe<S> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable Class<? extends S> type;
    private final @Nullable SupplierFunction<? extends S> supplier;

    private Recipe(@Nullable Class<? extends S> type, @Nullable SupplierFunction<? extends S> supplier) {
        this.type = type;
        this.supplier = supplier;
    }

    static <S> Recipe<S> of(Class<? extends S> type) {
        return new Recipe<>(type, null);
    }

    static <S> Recipe<S> of(SupplierFunction<? extends S> supplier) {
        return new Recipe<>(null, supplier);
    }

    /** What is wrong, or null. */
    @Nullable
    String problem() {
        if (type == null) {
            return null;
        }
        boolean makeable = !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0);
        return makeable
                ? null
                : type.getName() + " has no public constructor without arguments: give a function that makes one";
    }

    S make(Consumer<? super S> configure) {
        if (supplier != null) {
            return supplier.make();
        }
        try {
            S made = type.getConstructor().newInstance();
            configure.accept(made);
            return made;
        } catch (ReflectiveOperationException e) {
            throw new StaunchException("a " + type.getName() + " can't be made: " + e, Remedy.FAIL_JOB, e);
        }
    }
}
