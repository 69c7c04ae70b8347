package io.staunch.statebackend.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys that were removed from a table, in order. One that has come back and was removed again is there twice. */
final class RemovedKeys {
    private final boolean objectKeys;
    private final List<Object> keys = new ArrayList<>();
    private long[] hashes = new long[0];
    private int count;

    RemovedKeys(boolean objectKeys) {
        this.objectKeys = objectKeys;
    }

    void add(long hash, @Nullable Object key) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.max(16, 2 * count));
        }
        hashes[count++] = hash;
        if (objectKeys && key != null) {
            keys.add(key);
        }
    }

    int count() {
        return count;
    }

    long hash(int at) {
        return hashes[at];
    }

    @Nullable
    Object key(int at) {
        return objectKeys ? keys.get(at) : null;
    }
}
