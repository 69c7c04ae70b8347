package io.staunch.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One value for the current key. Only to be used inside the function that it was made for.
 *
 * <p>A value that can be changed in place is this state's own once it was set: it may be changed in each call of the function that has read
 * it or set it, and not by a reference that was kept from an earlier call or is held by another key, another state or an emitted record. A
 * checkpoint would not have such a change. The same holds for what is in lists and maps and for reduced values.
 */
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
