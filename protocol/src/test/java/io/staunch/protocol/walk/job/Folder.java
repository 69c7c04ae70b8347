package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint store, its fence taken for granted: what a process appends after a newer claim does not count.
 *
 * @param claims the attempts that claimed it, in order; the place is the epoch
 * @param checkpoints the complete ones, oldest first
 * @param nextId was never used
 * @param refused the last start from here that was refused after fencing, or null
 */
record Folder(
        List<UUID> claims,
        List<Stored> checkpoints,
        int nextId,
        @Nullable Refusal refused) {
    static final Folder EMPTY = new Folder(List.of(), List.of(), 0, null);

    /**
     * A start that was refused after fencing.
     *
     * @param claims how many there were
     * @param reason why
     * @param view what the deciding ledger showed
     */
    record Refusal(int claims, StartDecision.Reason reason, LedgerView view) {}

    /**
     * A checkpoint.
     *
     * @param from the position of the one it was taken on top of: its write-ahead copy has the records in between
     * @param position how many records its state has seen
     * @param reported at the first one of a lineage: what the lead's ledger held by the report to the user
     */
    record Stored(
            KnownCheckpoint known,
            int from,
            int position,
            @Nullable LedgerEntry reported) {}

    Folder claimedBy(UUID attempt) {
        var more = new ArrayList<>(claims);
        more.add(attempt);
        return new Folder(List.copyOf(more), checkpoints, nextId, refused);
    }

    Folder with(Stored checkpoint) {
        var more = new ArrayList<>(checkpoints);
        more.add(checkpoint);
        return new Folder(claims, List.copyOf(more), (int) checkpoint.known().id() + 1, refused);
    }

    Folder refusedAt(StartDecision.Reason reason, LedgerView view) {
        return new Folder(claims, checkpoints, nextId, new Refusal(claims.size(), reason, view));
    }

    Folder without(Set<Long> ids) {
        List<Stored> kept = checkpoints.stream()
                .filter(stored -> !ids.contains(stored.known().id()))
                .toList();
        return kept.size() == checkpoints.size() ? this : new Folder(claims, kept, nextId, refused);
    }

    /** What the claimant of an epoch knows of it: what it or an older one has made. */
    List<KnownCheckpoint> knownTo(int epoch) {
        return checkpoints.stream()
                .map(Stored::known)
                .filter(known -> known.owner().epoch() <= epoch)
                .toList();
    }

    Set<UUID> claimants(int epoch) {
        return claims.stream().limit(epoch).collect(Collectors.toSet());
    }

    @Nullable
    Stored find(LedgerEntry entry) {
        Stored stored = find(entry.committed());
        return stored != null && stored.known().owner().equals(entry.owner()) ? stored : null;
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

    @Nullable
    KnownCheckpoint newest() {
        return checkpoints.isEmpty()
                ? null
                : checkpoints.get(checkpoints.size() - 1).known();
    }
}
