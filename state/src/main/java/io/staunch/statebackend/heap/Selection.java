package io.staunch.statebackend.heap;

import org.jspecify.annotations.Nullable;

/** The current key. State handles look it up when they are first used under it, and see by its number whether it has changed since. */
final class Selection {
    private long number;
    private long hash;
    private @Nullable Object key;

    void select(long newHash, @Nullable Object newKey) {
        number++;
        hash = newHash;
        if (key != newKey) { // storing a reference costs more than comparing it
            key = newKey;
        }
    }

    /** Grows with each selection; 0 before the first one. */
    long number() {
        return number;
    }

    long hash() {
        return hash;
    }

    @Nullable
    Object key() {
        return key;
    }
}
