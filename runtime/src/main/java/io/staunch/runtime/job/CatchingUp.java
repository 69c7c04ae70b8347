package io.staunch.runtime.job;

import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;

/**
 * What a follower catches up with.
 *
 * @param claim where checkpoints are read
 * @param owner this attempt
 * @param firstId the first checkpoint id that this attempt has not used yet
 */
record CatchingUp(StoreClaim claim, Owner owner, long firstId) {}
