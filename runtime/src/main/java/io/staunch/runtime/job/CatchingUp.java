package io.staunch.runtime.job;

import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;
import java.util.Set;

/**
 * What a follower catches up with.
 *
 * @param claim where checkpoints are read
 * @param owner this attempt
 * @param firstId the first checkpoint id that this attempt has not used yet
 * @param dropped checkpoints whose records the follower passes over with consent
 */
record CatchingUp(StoreClaim claim, Owner owner, long firstId, Set<Long> dropped) {}
