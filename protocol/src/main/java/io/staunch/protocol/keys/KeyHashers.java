package io.staunch.protocol.keys;

import io.staunch.error.ConfigurationException;
import io.staunch.protocol.codec.ResolvedType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How classes of keys are hashed: numbers, chars and booleans as the long of the same value; floating point by its bits, with one NaN;
 * String by its {@code hashCode}; the other values of the library by the numbers they are made of; enums by the name of the constant;
 * records by their components in order; values of sealed interfaces by the simple name of their class and the value; Optional and List by
 * their elements in order, Set by its elements in any order. A component that is null counts as a fixed number.
 *
 * <p>Keys are equal if their hashes and they themselves are, so a record whose {@code equals} ignores a component is no key.
 */
final class KeyHashers {
    private static final Map<Class<?>, KeyHasher<?>> VALUES = new HashMap<>();

    static {
        number(byte.class, Byte.class);
        number(short.class, Short.class);
        number(int.class, Integer.class);
        number(long.class, Long.class);
        add(char.class, KeyHash::of);
        add(Character.class, KeyHash::of);
        add(boolean.class, key -> KeyHash.of(key ? 1 : 0));
        add(Boolean.class, key -> KeyHash.of(key ? 1 : 0));
        add(float.class, key -> KeyHash.of(Float.floatToIntBits(key)));
        add(Float.class, key -> KeyHash.of(Float.floatToIntBits(key)));
        add(double.class, key -> KeyHash.of(Double.doubleToLongBits(key)));
        add(Double.class, key -> KeyHash.of(Double.doubleToLongBits(key)));
        add(String.class, KeyHash::of);
        add(UUID.class, key -> KeyHash.then(KeyHash.of(key.getMostSignificantBits()), key.getLeastSignificantBits()));
        add(BigInteger.class, KeyHashers::ofBigInteger);
        add(BigDecimal.class, key -> KeyHash.then(ofBigInteger(key.unscaledValue()), key.scale()));
        add(Instant.class, key -> KeyHash.then(KeyHash.of(key.getEpochSecond()), key.getNano()));
        add(Duration.class, key -> KeyHash.then(KeyHash.of(key.getSeconds()), key.getNano()));
        add(LocalDate.class, key -> KeyHash.of(key.toEpochDay()));
        add(LocalTime.class, key -> KeyHash.of(key.toNanoOfDay()));
        add(
                LocalDateTime.class,
                key -> KeyHash.then(
                        KeyHash.of(key.toLocalDate().toEpochDay()),
                        key.toLocalTime().toNanoOfDay()));
    }

    private KeyHashers() {}

    private static <T extends Number> void number(Class<T> primitive, Class<T> box) {
        add(primitive, key -> KeyHash.of(key.longValue()));
        add(box, key -> KeyHash.of(key.longValue()));
    }

    private static <T> void add(Class<T> type, KeyHasher<T> hasher) {
        VALUES.put(type, hasher);
    }

    private static long ofBigInteger(BigInteger key) {
        long hash = 0;
        for (byte b : key.toByteArray()) {
            hash = KeyHash.then(hash, b);
        }
        return hash;
    }

    static @Nullable KeyHasher<?> ofValue(Class<?> type) {
        return VALUES.get(type);
    }

    @SuppressWarnings("unchecked") // made for this class
    static <K> KeyHasher<K> of(Class<K> type) {
        var made = new KeyHasherOfType();
        KeyHasher<Object> hasher = made.of(ResolvedType.of(type), type.getSimpleName());
        List<String> problems = made.problems();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(type.getName() + " can't be a key", problems);
        }
        return (KeyHasher<K>) hasher;
    }
}
