package io.staunch.state;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Knows the classes whose objects never change, so that state can be shared instead of copied. */
public final class Immutables {
    private static final Set<Class<?>> KNOWN = Set.of(
            String.class,
            Long.class,
            Integer.class,
            Short.class,
            Byte.class,
            Character.class,
            Boolean.class,
            Double.class,
            Float.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            Instant.class,
            Duration.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class);

    private Immutables() {}

    /** Whether objects of exactly this class never change: a known value class, an enum, or a record of such. */
    public static boolean isImmutable(Class<?> type) {
        return firstMutable(type) == null;
    }

    /** The first part of objects of exactly this class that can be changed, by its path and class; null if there is none. */
    public static @Nullable String firstMutable(Class<?> type) {
        return firstMutable("", type, new HashSet<>());
    }

    private static @Nullable String firstMutable(String path, Class<?> type, Set<Class<?>> under) {
        if (type.isPrimitive() || type.isEnum() || KNOWN.contains(type)) {
            return null;
        }
        if (!type.isRecord()) {
            return path.isEmpty() ? "the object itself" : "'" + path + "', a " + type.getName() + ",";
        }
        if (under.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                String inside = path.isEmpty() ? component.getName() : path + "." + component.getName();
                String mutable = firstMutable(inside, component.getType(), under);
                if (mutable != null) {
                    return mutable;
                }
            }
        }
        return null;
    }
}
