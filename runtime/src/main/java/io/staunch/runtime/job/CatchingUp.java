package io.staunch.runtime.job;

import io.staunch.ledger.Owner;
import io.staunch.protocol.format.Manifest;
import io.staunch.store.StoreClaim;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a follower catches up with.
 *
 * @param claim where checkpoints are read
 * @param checkpoints that are there
 * @param owner this attempt
 * @param firstId the first checkpoint id that this attempt has not used yet
 * @param dropped checkpoints whose records the follower passes over with consent
 */
record CatchingUp(StoreClaim claim, CompleteCheckpoints checkpoints, Owner owner, long firstId, Set<Long> dropped) {
    /** The checkpoint that another one was taken on top of; null if it is not in the store any more. */
    @Nullable
    Manifest before(Manifest of) {
        Long previous = of.previous();
        boolean there = previous != null && checkpoints.known().stream().anyMatch(known -> known.id() == previous);
        return previous != null && there ? checkpoints.manifest(previous) : null;
    }
}
