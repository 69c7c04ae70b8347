package io.staunch.state;

import java.util.List;

/** A list for the current key or, outside keyed operators, for the current task (redistributed when a job is rescaled). */
public interface ListState<T> {
    /** All elements in order, as an unmodifiable view that is valid until the function returns. */
    List<T> get();

    void add(T value);

    /** Replaces all elements. */
    void set(List<T> values);

    void clear();
}
