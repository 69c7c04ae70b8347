package io.staunch.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One value for the current key. Only to be used inside the function that it was made for.
 *
 * <p>A value that can be changed in place may be changed in each call of the function that has read it or set it. After the call it is the
 * state's own: a change by a reference that was kept, or through another key or state that was given the same object, is none of this one's.
 * The same holds for reduced values and for what was read from lists and maps; what is put into them is copied at once. That takes a copy for
 * each call, which values that never change (records of such, numbers, strings) don't need.
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
