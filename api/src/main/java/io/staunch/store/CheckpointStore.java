package io.staunch.store;

import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import java.util.UUID;

/**
 * Where checkpoints are kept. A process first claims the next epoch; from then on nothing that an older claim writes is read by it
 * or by any later one.
 */
public interface CheckpointStore {
    /**
     * Claims the next epoch for this attempt. Of two processes that claim at once each gets an epoch of its own. Epochs grow, but not
     * always by 1: a claim that failed half way has used one up.
     *
     * @param job the job's name; a store of another job is refused
     * @param attempt the identity of the attempt, which becomes {@link Owner#attempt()} of what it writes
     * @throws io.staunch.error.StaleOwnerException if a newer claim was made meanwhile
     * @throws StaunchException with {@code RETRY} after an input or output error, for any other reason with {@code FAIL_JOB}: if another process on this machine holds the store (named by pid), if the store can't be read or
     *     written, belongs to another job, has a newer format, or is damaged anywhere but in its torn tail
     */
    StoreClaim claim(String job, UUID attempt);

    /** For messages: where the store is. */
    String location();
}
