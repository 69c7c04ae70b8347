package io.staunch.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One value for the current key, into which every added one is reduced. */
public interface ReducingState<T> {
    /** The reduced value, or null if nothing was added. */
    @Nullable
    T orNull();

    default Optional<T> get() {
        return Optional.ofNullable(orNull());
    }

    void add(T value);

    void clear();
}
