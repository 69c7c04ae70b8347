package io.staunch.state;

import java.io.Serializable;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a state's values where a class alone does not say it: a generic record with its arguments, such as a {@code Box<String>}.
 *
 * @param raw the class
 * @param arguments the classes that stand for its type parameters, in order; empty if it has none
 * @param owned whether only the function that reads and sets values ever refers to them, so that no copies are made of those that can change
 */
public record StateType<T>(Class<T> raw, List<Class<?>> arguments, boolean owned) implements Serializable {
    public StateType {
        Objects.requireNonNull(raw, "raw");
        arguments = List.copyOf(arguments);
        if (!arguments.isEmpty() && raw.getTypeParameters().length != arguments.size()) {
            throw new IllegalArgumentException(raw.getName() + " has " + raw.getTypeParameters().length
                    + " type parameters, and was given " + arguments + ": name a class for each");
        }
    }

    /** A class without type parameters. */
    public static <T> StateType<T> of(Class<T> type) {
        return new StateType<>(type, List.of(), false);
    }

    /** A generic class with its arguments. The caller says that the two belong together. */
    @SuppressWarnings("unchecked") // arguments are erased
    public static <T> StateType<T> of(Class<?> raw, Class<?>... arguments) {
        return new StateType<>((Class<T>) raw, List.of(arguments), false);
    }

    /**
     * The same, but values are changed in place without a copy for each call: only for a function that keeps no reference to a value beyond
     * the call in which it has read it or set it, and gives none away.
     */
    public StateType<T> whichTheFunctionOwns() {
        return new StateType<>(raw, arguments, true);
    }

    /** What checkpoints record. */
    public Type type() {
        return arguments.isEmpty() ? raw : new Parameterized(raw, arguments);
    }

    private record Parameterized(Class<?> raw, List<Class<?>> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }

        @Override
        public String toString() {
            return raw.getName() + arguments.stream().map(Class::getName).collect(Collectors.joining(", ", "<", ">"));
        }
    }
}
