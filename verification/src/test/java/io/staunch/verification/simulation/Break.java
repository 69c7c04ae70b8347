package io.staunch.verification.simulation;

/** Ways to break the protocol that a connector, a disk or a setting can be made to break it in. */
enum Break {
    /** The lead's transaction is committed when it is flushed at the barrier, before the checkpoint is durable. */
    COMMIT_BEFORE_DURABLE,
    /** The ledger is read before the older clients are fenced. */
    READ_BEFORE_FENCE,
    /** The other transaction is opened at the barrier, and goes on to be written after the checkpoint has failed. */
    OPENED_BEFORE_DURABLE,
    /** A commit that failed is taken for done. */
    COMMIT_SWALLOWED,
    /** An interval without output gets no entry in the ledger. */
    EMPTY_INTERVAL_NOT_ENTERED,
    /** What is on its way when a barrier arrives is not waited for. */
    FLUSH_SKIPPED,
    /** Positions are stored one record too far. */
    POSITION_AHEAD,
    /** Positions are stored one record too early. */
    POSITION_BEHIND,
    /** The outside is told that positions have settled when they are captured. */
    SETTLED_TOO_EARLY,
    /** The store's appends are never synced. */
    NO_SYNC,
    /** The store looks for newer claims before it appends a checkpoint, and not after. */
    LOOK_BEFORE_APPEND,
    /** What is left of a frame that its writer died in is taken for a whole one. */
    TORN_TAIL_ACCEPTED,
    /** A checkpoint that is durable frees those before it, though the ledger does not have it yet. */
    COLLECTED_TOO_EARLY,
    /** The store does not see claims that are made after its own. */
    NO_LOOK,
    /** A task acknowledges before it has captured: what it captures then comes with the next checkpoint. */
    ACKNOWLEDGED_BEFORE_CAPTURE,
    /** What has changed since the last capture is left out of the next one. */
    CHANGES_DROPPED,
    /** A capture sees what its state has become since the barrier. */
    CAPTURE_SEES_LATER,
    /** Barriers are not aligned. */
    NO_ALIGNMENT,
    /** A process that goes on from a checkpoint has one timer less than that holds. */
    TIMER_DROPPED,
    /** A keyed function does not know in a new process how far event time had come in the one before. */
    WATERMARK_NOT_RESTORED,
    /** A process that goes on from a checkpoint counts one pane twice. */
    PANE_COUNTED_TWICE,
    /** Timers fire before the watermark has reached them, so that what a join keeps is freed while partners are still to come. */
    FREED_TOO_EARLY,
    /** In a process that goes on from a checkpoint, tasks do not have what that holds of a table that is broadcast. */
    COPY_NOT_RESTORED,
    /** Checkpoints do not hold the records that an enrichment has in flight. */
    IN_FLIGHT_NOT_KEPT,
    /** Each process has transactional ids of its own, so that none fences another. */
    NO_FENCE,
    /** Only one of the two transactional ids is fenced. */
    HALF_A_FENCE,
    /** An idempotent sink does not look who is named as the table's writer. */
    UNFENCED_UPSERT,
    /** A follower writes without asking what its ledger row holds. */
    ROW_NOT_CHECKED,
    /** A follower writes without asking whether it was fenced. */
    ROW_FENCE_NOT_CHECKED,
    /** A follower's entry comes in a transaction after that of its records. */
    ENTRY_BEHIND_ITS_RECORDS,
    /** The first record of a write-ahead copy is not written. */
    COPY_CUT_OFF,
    /** The lead says that a checkpoint is committed before it is, so that a follower is ahead of it. */
    FOLLOWER_BEFORE_LEAD,
    /** A prepared transaction is committed when it is prepared, before the checkpoint is durable. */
    COMMITTED_WHEN_PREPARED,
    /** What older attempts have prepared and nobody needs is not rolled back. */
    STRAYS_LEFT,
    /** The outside drops what was prepared when its process ends, and says that it was committed. */
    DROPPED_TAKEN_FOR_COMMITTED,
    /** Checkpoints do not hold the names of what was prepared for them. */
    TOKENS_NOT_KEPT,
    /** A start passes over an interval before its records are set aside. */
    ASIDE_BEHIND_THE_LEDGER,
    /** The file of what is set aside is not synced. */
    ASIDE_NOT_SYNCED,
    /** The last record that is set aside is there twice. */
    ASIDE_TWICE
}
