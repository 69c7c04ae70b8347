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
        return isImmutable(type, new HashSet<>());
    }

    private static boolean isImmutable(Class<?> type, Set<Class<?>> under) {
        if (type.isPrimitive() || type.isEnum() || KNOWN.contains(type)) {
            return true;
        }
        if (!type.isRecord() || !under.add(type)) {
            return type.isRecord();
        }
        for (RecordComponent component : type.getRecordComponents()) {
            if (!isImmutable(component.getType(), under)) {
                return false;
            }
        }
        return true;
    }
}
