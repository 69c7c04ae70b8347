package io.staunch.protocol.walk.prepared;

import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.recovery.KnownCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint store, its fence taken for granted.
 *
 * @param claims how many there were; the process with claim n is process n
 * @param checkpoints the complete ones, oldest first
 * @param nextId was never used
 */
record Store(int claims, List<Stored> checkpoints, int nextId) {
    /**
     * A checkpoint.
     *
     * @param from position of the one before it: its write-ahead copies hold what is in between
     * @param position how many records its state has seen
     * @param tokens of each sink, of all tasks
     * @param copies what each of them holds
     */
    record Stored(
            KnownCheckpoint known,
            int from,
            int position,
            List<List<PreparedToken>> tokens,
            Map<PreparedToken, Integer> copies) {
        long id() {
            return known.id();
        }
    }

    Store claimed() {
        return new Store(claims + 1, checkpoints, nextId);
    }

    Store begun() {
        return new Store(claims, checkpoints, nextId + 1);
    }

    Store with(Stored checkpoint) {
        var more = new ArrayList<>(checkpoints);
        more.add(checkpoint);
        return new Store(claims, List.copyOf(more), nextId);
    }

    Store keeping(Set<Long> ids) {
        List<Stored> kept =
                checkpoints.stream().filter(one -> ids.contains(one.id())).toList();
        return kept.size() == checkpoints.size() ? this : new Store(claims, kept, nextId);
    }

    @Nullable
    Stored find(long id) {
        for (Stored stored : checkpoints) {
            if (stored.id() == id) {
                return stored;
            }
        }
        return null;
    }

    Stored newest() {
        return checkpoints.get(checkpoints.size() - 1);
    }
}
