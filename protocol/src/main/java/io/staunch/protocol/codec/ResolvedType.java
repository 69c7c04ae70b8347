package io.staunch.protocol.codec;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type without variables. Unresolvable variables stand as {@link Unknown}.
 *
 * @param raw the class
 * @param arguments of a generic class, empty if it was used without; for an array its component type
 */
public record ResolvedType(Class<?> raw, List<ResolvedType> arguments) {
    private static final int DEEPEST = 16;

    /** Stands for a type variable that nothing binds. */
    public static final class Unknown {
        private Unknown() {}
    }

    public ResolvedType {
        arguments = List.copyOf(arguments);
    }

    // Those of records are linked at run time, which would take 20 ms of the start.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResolvedType that && raw == that.raw && arguments.equals(that.arguments);
    }

    @Override
    public int hashCode() {
        return raw.hashCode() * 31 + arguments.hashCode();
    }

    public static ResolvedType of(Type type) {
        return of(type, Map.of());
    }

    private static ResolvedType of(Type type, Map<TypeVariable<?>, ResolvedType> bindings) {
        if (type instanceof Class<?> c) {
            return new ResolvedType(c, c.isArray() ? List.of(of(c.getComponentType(), bindings)) : List.of());
        }
        if (type instanceof ParameterizedType p) {
            List<ResolvedType> arguments = new ArrayList<>();
            for (Type argument : p.getActualTypeArguments()) {
                arguments.add(of(argument, bindings));
            }
            return new ResolvedType((Class<?>) p.getRawType(), arguments);
        }
        if (type instanceof GenericArrayType a) {
            ResolvedType component = of(a.getGenericComponentType(), bindings);
            return new ResolvedType(Array.newInstance(component.raw(), 0).getClass(), List.of(component));
        }
        if (type instanceof WildcardType w) {
            return of(w.getUpperBounds()[0], bindings);
        }
        return bindings.getOrDefault((TypeVariable<?>) type, new ResolvedType(Unknown.class, List.of()));
    }

    /**
     * Whether arguments are nested deeper than anybody would write: the type contains itself with arguments that grow, as in {@code record
     * Grow<T>(T value, Grow<List<T>> next)}, and has no end.
     */
    public boolean endless() {
        return deeperThan(DEEPEST);
    }

    private boolean deeperThan(int levels) {
        return levels == 0 || arguments.stream().anyMatch(argument -> argument.deeperThan(levels - 1));
    }

    /** The type of a member of this class, as seen from here: with this type's arguments in place of the class's variables. */
    public ResolvedType member(Type declared) {
        return of(declared, bindings());
    }

    /** The types that this sealed interface permits; those that are sealed interfaces themselves stand for what they permit. */
    public List<ResolvedType> leaves() {
        List<ResolvedType> leaves = new ArrayList<>();
        for (Class<?> permitted : raw.getPermittedSubclasses()) {
            ResolvedType subtype = subtype(permitted);
            if (permitted.isInterface() && permitted.isSealed()) {
                leaves.addAll(subtype.leaves());
            } else {
                leaves.add(subtype);
            }
        }
        return leaves.stream().distinct().toList();
    }

    private Map<TypeVariable<?>, ResolvedType> bindings() {
        TypeVariable<?>[] variables = raw.getTypeParameters();
        Map<TypeVariable<?>, ResolvedType> bindings = new HashMap<>();
        for (int i = 0; i < variables.length && i < arguments.size(); i++) {
            bindings.put(variables[i], arguments.get(i));
        }
        return bindings;
    }

    /** A class that implements this interface, its variables bound by the way in which it names the interface. */
    private ResolvedType subtype(Class<?> implementor) {
        TypeVariable<?>[] variables = implementor.getTypeParameters();
        if (variables.length == 0) {
            return of(implementor);
        }
        List<ResolvedType> bound = new ArrayList<>();
        for (TypeVariable<?> variable : variables) {
            ResolvedType argument = argumentFor(variable, implementor);
            bound.add(argument == null ? new ResolvedType(Unknown.class, List.of()) : argument);
        }
        return new ResolvedType(implementor, bound);
    }

    private @Nullable ResolvedType argumentFor(TypeVariable<?> variable, Class<?> implementor) {
        for (Type parent : implementor.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType p && p.getRawType().equals(raw)) {
                int index = List.of(p.getActualTypeArguments()).indexOf(variable);
                return index < 0 || index >= arguments.size() ? null : arguments.get(index);
            }
        }
        return null;
    }
}
