package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint store, its fence taken for granted: what a process appends after a newer claim does not count.
 *
 * @param claims how many there were; attempt n makes claim n
 * @param checkpoints the complete ones, oldest first
 */
record Store(int claims, List<Stored> checkpoints) {
    static final Store EMPTY = new Store(0, List.of());

    /** A checkpoint, and how many records its state has seen. */
    record Stored(KnownCheckpoint known, int position) {}

    Store claimed() {
        return new Store(claims + 1, checkpoints);
    }

    Store with(Stored checkpoint) {
        var more = new ArrayList<>(checkpoints);
        more.add(checkpoint);
        return new Store(claims, List.copyOf(more));
    }

    /** What an attempt knows of it: what it or an older one has made. */
    Store knownTo(int attempt) {
        List<Stored> known = checkpoints.stream()
                .filter(stored -> stored.known().owner().epoch() <= attempt)
                .toList();
        return new Store(attempt, known);
    }

    Store without(Set<Long> freed) {
        if (freed.isEmpty()) {
            return this;
        }
        return new Store(
                claims,
                checkpoints.stream()
                        .filter(stored -> !freed.contains(stored.known().id()))
                        .toList());
    }

    @Nullable
    Stored find(LedgerEntry entry) {
        for (Stored stored : checkpoints) {
            if (stored.known().id() == entry.committed()
                    && stored.known().owner().equals(entry.owner())) {
                return stored;
            }
        }
        return null;
    }

    @Nullable
    Stored find(long id) {
        for (Stored stored : checkpoints) {
            if (stored.known().id() == id) {
                return stored;
            }
        }
        return null;
    }

    List<KnownCheckpoint> known() {
        return checkpoints.stream().map(Stored::known).toList();
    }

    List<Long> ids() {
        return checkpoints.stream().map(stored -> stored.known().id()).toList();
    }

    int firstId() {
        return checkpoints.isEmpty()
                ? 0
                : (int) checkpoints.get(checkpoints.size() - 1).known().id() + 1;
    }

    /** The lineage of the newest checkpoint, or the claimant's own. */
    int lineage(int claimant) {
        return checkpoints.isEmpty()
                ? claimant
                : Names.number(
                        checkpoints.get(checkpoints.size() - 1).known().owner().lineage());
    }

    Set<UUID> claimants() {
        return IntStream.rangeClosed(1, claims).mapToObj(Names::attempt).collect(Collectors.toSet());
    }
}
