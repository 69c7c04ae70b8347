package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.error.StaleOwnerException;
import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** One of several processes that use a store at once: what it saw, what it was told, and what it did. */
final class Rival implements Runnable {
    private final Disk disk;
    private final UUID attempt;
    private final long segmentBytes;
    private final int checkpoints;

    long epoch;
    final Set<Long> saw = new TreeSet<>();
    final List<Long> used = new ArrayList<>();
    final List<Long> completed = new ArrayList<>();

    Rival(Disk disk, UUID attempt, long segmentBytes, int checkpoints) {
        this.disk = disk;
        this.attempt = attempt;
        this.segmentBytes = segmentBytes;
        this.checkpoints = checkpoints;
    }

    /** The newest checkpoint that it was told to be complete, or that it saw, or -1. */
    long newest() {
        if (!completed.isEmpty()) {
            return completed.get(completed.size() - 1);
        }
        return saw.stream().mapToLong(Long::longValue).max().orElse(-1);
    }

    @Override
    public void run() {
        var store = new FileCheckpointStore(
                disk, ScriptedSession.FOLDER, () -> new UUID(9, attempt.getMostSignificantBits()), segmentBytes);
        try (StoreClaim claim = store.claim(ScriptedSession.JOB, attempt)) {
            epoch = claim.epoch();
            claim.completed().forEach(checkpoint -> saw.add(checkpoint.id()));
            for (StoredCheckpoint checkpoint : claim.completed()) {
                checkpoint.chunks().forEach(claim::read);
            }
            for (long id = claim.firstId(); id < claim.firstId() + checkpoints; id++) {
                complete(claim, id);
            }
        } catch (StaleOwnerException e) {
            // Stops, as a job does.
        }
    }

    private void complete(StoreClaim claim, long id) {
        claim.reserve(id);
        used.add(id);
        Chunk chunk = claim.append(ByteBuffer.wrap(("chunk of " + id).getBytes(StandardCharsets.UTF_8)));
        var owner = new Owner(attempt, claim.epoch(), claim.lineage());
        claim.complete(new StoredCheckpoint(id, owner, new byte[] {(byte) id}, List.of(chunk)));
        completed.add(id);
        claim.retain(Set.of(id));
    }
}
