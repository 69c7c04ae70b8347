package io.staunch.backend;

import org.jspecify.annotations.Nullable;

/**
 * Timers of one kind: for each key a set of times, captured and restored as all keyed state is, and the one that is next. Owned by
 * the task's worker.
 *
 * <p>Among timers of one time the order is the same in each run and whatever was restored; registering and deleting take no longer
 * than the logarithm of their number.
 */
public interface KeyedTimers {
    /** Adds a time to the current key's; one that is there already stays there once. */
    void register(long time);

    /** Removes a time of the current key's, if it is there. */
    void delete(long time);

    /** The earliest time of any key; {@link Long#MAX_VALUE} also if there is none. */
    long earliest();

    /** Takes out the earliest timer, if its time is not after this one, and makes its key the current one; null if there is none. */
    @Nullable
    Fired fire(long until);

    /**
     * A timer that was taken out.
     *
     * @param key null if it is primitive and the hash stands for it
     */
    record Fired(long time, long hash, @Nullable Object key) {}
}
