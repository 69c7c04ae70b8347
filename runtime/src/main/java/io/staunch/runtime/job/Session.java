package io.staunch.runtime.job;

import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** This process's claim on the store, and what it has done under it, over all restarts inside the process. Owned by the coordinator. */
final class Session implements AutoCloseable {
    private final StoreClaim claim;
    private final CompleteCheckpoints checkpoints;
    private final Ids ids;
    private final UUID attempt;
    private UUID lineage;
    private @Nullable Owner ownedAs;

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

    CompleteCheckpoints checkpoints() {
        return checkpoints;
    }

    Ids ids() {
        return ids;
    }

    /** This attempt in the lineage of the newest checkpoint. */
    Owner owner() {
        return new Owner(attempt, claim.epoch(), lineage);
    }

    void lineage(UUID begun) {
        lineage = begun;
    }

    /** As whom the ledger was last told to know this process, or null if it never was. */
    @Nullable
    Owner ownedAs() {
        return ownedAs;
    }

    void owned(Owner as) {
        ownedAs = as;
    }

    @Override
    public void close() {
        claim.close();
    }
}
