package io.staunch.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One value for the current key. Only to be used inside the function that it was made for. */
public interface ValueState<T> {
    /** The value, or null if there is none. */
    @Nullable
    T orNull();

    /** The value, if there is one. */
    default Optional<T> get() {
        return Optional.ofNullable(orNull());
    }

    /** The value, or the given one if there is none. */
    default T orElse(T other) {
        T value = orNull();
        return value == null ? other : value;
    }

    /** Replaces the value; not null. */
    void set(T value);

    /** Removes the value. */
    void clear();
}
