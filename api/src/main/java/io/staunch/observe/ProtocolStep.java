package io.staunch.observe;

/**
 * The numbered steps of the protocol. Each has an event, and each is a point at which a process may die: the fault kit kills there.
 * Declared in the order in which an attempt meets them.
 */
public enum ProtocolStep {
    /** The attempt has claimed the next epoch in the checkpoint store. */
    EPOCH_CLAIMED,
    /** A ledger was looked at without disturbing anybody. */
    LEDGER_PEEKED,
    /** Every older client of the lead is fenced. */
    LEAD_FENCED,
    /** The fence in a follower's ledger row is raised: no transaction of an older process passes it. */
    FOLLOWER_FENCED,
    /** A ledger was read after fencing. */
    LEDGER_READ,
    /** It is decided what to restore. */
    RECOVERY_DECIDED,
    /** A ledger names this attempt as the owner. */
    OWNER_RECORDED,
    /** A follower was given a checkpoint that it lacked, up to the restored one. */
    FOLLOWER_CAUGHT_UP,
    /** Checkpoint 0, or the first one of a new lineage, is durable. */
    ROOT_DURABLE,
    /** A ledger has the entry of checkpoint 0, or of the first one of a new lineage. */
    ROOT_COMMITTED,
    /** State, positions and time are those of the restored checkpoint; sources are about to be read. */
    RESTORED,
    /** The lead's next transaction is open. */
    TRANSACTION_OPENED,
    /** The coordinator has started a checkpoint. */
    CHECKPOINT_STARTED,
    /** A source task has noted its positions and sent the barrier. */
    BARRIER_SENT,
    /** A task has received the barrier on every channel. */
    BARRIER_ALIGNED,
    /** A task has captured its state and acknowledged. */
    STATE_CAPTURED,
    /** All that a sink was given before the barrier is flushed. */
    SINK_PREPARED,
    /** All participants have acknowledged; the store is about to make the checkpoint durable. */
    ACKNOWLEDGED,
    /** The store has the checkpoint: it is durable, and not committed yet. */
    DURABLE,
    /** The lead's commit is about to be sent. */
    COMMIT_SENT,
    /** The lead has committed: ledger entry and output, in one transaction. */
    COMMITTED,
    /** A follower's write of an interval is about to be sent. */
    FOLLOWER_COMMIT_SENT,
    /** A follower has written an interval; with a ledger, its entry in the same transaction. */
    FOLLOWER_COMMITTED,
    /** Every ledger that matters has the checkpoint. */
    SETTLED,
    /** The checkpoint failed; what waited behind its barrier goes on. */
    CHECKPOINT_FAILED,
    /** The attempt is given up and the job restarts inside the process. */
    RESTARTING,
    /** The job has ended. */
    ENDED
}
