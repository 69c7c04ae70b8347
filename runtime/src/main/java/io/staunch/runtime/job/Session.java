package io.staunch.runtime.job;

import io.staunch.error.Remedy;
import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** This process's claim on the store, and what it has done under it, over all restarts inside the process. Owned by the coordinator. */
final class Session implements AutoCloseable {
    private final StoreClaim claim;
    private final CompleteCheckpoints checkpoints;
    private final Ids ids;
    private final UUID attempt;
    private UUID lineage;
    private final Map<String, Owner> ownedAs = new HashMap<>();
    private final Map<String, Owner> found = new HashMap<>();
    private boolean broken;
    private int passedErrors;

    Session(StoreClaim claim, UUID attempt) {
        this.claim = claim;
        this.attempt = attempt;
        this.lineage = claim.lineage();
        this.checkpoints = new CompleteCheckpoints(claim);
        this.ids = new Ids(claim.firstId());
    }

    StoreClaim claim() {
        return claim;
    }

    /** Reserves the next id and takes it: it is used for nothing before the store will never hand it out again. */
    long takeId() {
        long id = ids.peek();
        guarded(() -> claim.reserve(id));
        return ids.take();
    }

    /** The id that is taken next. */
    long nextId() {
        return ids.peek();
    }

    /** Appends bytes that a checkpoint will refer to. */
    Chunk append(ByteBuffer bytes) {
        var appended = new Chunk[1];
        guarded(() -> appended[0] = claim.append(bytes));
        return appended[0];
    }

    /** Makes a checkpoint durable. */
    void complete(StoredCheckpoint checkpoint) {
        guarded(() -> claim.complete(checkpoint));
        checkpoints.add(checkpoint);
    }

    /** Frees what neither recovery nor the user's settings ask for. */
    void keepFrom(long oldest, int retain) {
        guarded(() -> checkpoints.keepFrom(oldest, retain));
    }

    /** Whether a chunk that no complete checkpoint refers to can be read: after an error that passed it may be lost. */
    byte[] read(Chunk chunk) {
        var read = new byte[1][];
        guarded(() -> read[0] = claim.read(chunk));
        return read[0];
    }

    /** How many errors of the store have passed: what no complete checkpoint referred to at each of them may be lost. */
    int passedErrors() {
        return passedErrors;
    }

    /** Whether the claim has failed in a way that only a new one mends. */
    boolean broken() {
        return broken;
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (StaunchException e) {
            broken |= e.remedy() != Remedy.RETRY;
            passedErrors++;
            throw e;
        }
    }

    CompleteCheckpoints checkpoints() {
        return checkpoints;
    }

    /** This attempt in the lineage of the newest checkpoint. */
    Owner owner() {
        return new Owner(attempt, claim.epoch(), lineage);
    }

    void lineage(UUID begun) {
        lineage = begun;
    }

    /**
     * Goes on where an earlier claim of this process ended. Epochs in between may be of claims that this process began and could not finish,
     * since the disk failed; a claim that somebody finished names its attempt.
     *
     * @throws StaleOwnerException if another process has claimed the store in between: it has the job now
     */
    void follow(Session before) {
        if (claim.epoch() <= before.claim.epoch()) {
            throw new StaunchException(
                    "the folder of the checkpoint store was deleted or replaced while the job ran: it knows nothing of epoch "
                            + before.claim.epoch() + " of this process. Bring the folder back and start the job again",
                    Remedy.FAIL_JOB);
        }
        Set<UUID> others = new HashSet<>(claim.attempts());
        others.removeAll(before.claim.attempts());
        others.remove(attempt);
        if (!others.isEmpty()) {
            throw new StaleOwnerException("the checkpoint store was claimed by another process between epoch "
                    + before.claim.epoch() + " and " + claim.epoch()
                    + " of this one; it has the job now, so this one stops and does not restart");
        }
        ownedAs.putAll(before.ownedAs);
        found.putAll(before.found);
    }

    /** As whom a resource's ledger was last told to know this process, perhaps without an answer; null if it never was. */
    @Nullable
    Owner ownedAs(String resource) {
        return ownedAs.get(resource);
    }

    /** Whom that ledger named when it was read after fencing, or null if nobody. */
    @Nullable
    Owner found(String resource) {
        return found.get(resource);
    }

    void found(String resource, @Nullable Owner owner) {
        if (owner == null) {
            found.remove(resource);
        } else {
            found.put(resource, owner);
        }
    }

    void owned(String resource, Owner as) {
        ownedAs.put(resource, as);
    }

    @Override
    public void close() {
        claim.close();
    }
}
