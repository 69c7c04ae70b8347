package io.staunch.graph;

import io.staunch.function.IntKeyFunction;
import io.staunch.function.KeyFunction;
import io.staunch.function.LongKeyFunction;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How a record's key is found.
 *
 * @param kind how it is represented
 * @param type the key's class, which checkpoints record; {@code long.class} and {@code int.class} for primitive keys
 */
public record KeySelector<T, K>(
        Kind kind,
        Class<?> type,
        @Nullable KeyFunction<T, K> object,
        @Nullable LongKeyFunction<T> ofLong,
        @Nullable IntKeyFunction<T> ofInt)
        implements Serializable {
    /** How a key is represented on the data path. */
    public enum Kind {
        OBJECT,
        LONG,
        INT
    }

    /** A key that is an object. */
    public static <T, K> KeySelector<T, K> ofObject(Class<?> type, KeyFunction<T, K> function) {
        return new KeySelector<>(Kind.OBJECT, type, function, null, null);
    }

    /** A primitive long key. */
    public static <T> KeySelector<T, Long> ofLong(LongKeyFunction<T> function) {
        return new KeySelector<>(Kind.LONG, long.class, null, function, null);
    }

    /** A primitive int key. */
    public static <T> KeySelector<T, Integer> ofInt(IntKeyFunction<T> function) {
        return new KeySelector<>(Kind.INT, int.class, null, null, function);
    }
}
