package io.staunch.protocol.codec;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One value for each type, as {@link ClassValue} is for classes: made once, and let go of with the classes that the type is made of. It is kept with
 * the one whose class loader sees all the others; where there is none such, it is made anew.
 *
 * @param <V> safe for use by several threads
 */
final class TypeValue<V> {
    private final ClassValue<Map<ResolvedType, V>> kept = new ClassValue<>() {
        @Override
        protected Map<ResolvedType, V> computeValue(Class<?> with) {
            return Collections.synchronizedMap(new HashMap<>());
        }
    };

    V of(ResolvedType type, Supplier<? extends V> make) {
        Class<?> with = youngest(TypeValue.class, type);
        if (with == null) {
            return make.get();
        }
        Map<ResolvedType, V> there = kept.get(with);
        V known = there.get(type);
        if (known != null) {
            return known;
        }
        V made = make.get();
        V first = there.putIfAbsent(type, made);
        return first == null ? made : first;
    }

    private static @Nullable Class<?> youngest(@Nullable Class<?> sofar, ResolvedType type) {
        Class<?> youngest = younger(sofar, type.raw());
        for (ResolvedType argument : type.arguments()) {
            youngest = youngest(youngest, argument);
        }
        return youngest;
    }

    private static @Nullable Class<?> younger(@Nullable Class<?> one, Class<?> other) {
        if (one == null || sees(one.getClassLoader(), other.getClassLoader())) {
            return one;
        }
        return sees(other.getClassLoader(), one.getClassLoader()) ? other : null;
    }

    /** @param other null for the JVM's own, which all see */
    private static boolean sees(@Nullable ClassLoader one, @Nullable ClassLoader other) {
        if (other == null) {
            return true;
        }
        for (ClassLoader at = one; at != null; at = at.getParent()) {
            if (at == other) {
                return true;
            }
        }
        return false;
    }
}
