package io.staunch.protocol.lead;

import org.jspecify.annotations.Nullable;

/**
 * The lead's two transactions in turn: one is written while the other one is committed. Immutable; an illegal move throws.
 *
 * <p>A checkpoint that fails before it is durable changes nothing here: its interval stays open in the same slot, and goes on under a later
 * id. Only a durable checkpoint moves the writing to the other slot, so there is never a decline after the other slot has opened.
 *
 * @param writing the slot that is written
 * @param committing the slot and checkpoint being committed, or null
 * @param committed the newest checkpoint that the ledger is known to hold
 */
public record LeadState(int writing, @Nullable Committing committing, long committed) {
    /** How many slots there are. */
    public static final int SLOTS = 2;

    /**
     * A commit on its way.
     *
     * @param slot where its records were written
     * @param checkpoint its id
     */
    public record Committing(int slot, long checkpoint) {}

    public LeadState {
        if (writing < 0 || writing >= SLOTS) {
            throw new IllegalArgumentException("there is no slot " + writing);
        }
        if (committing != null && committing.slot() == writing) {
            throw new IllegalArgumentException("slot " + writing + " can't be written while it is being committed");
        }
        if (committing != null && committing.checkpoint() <= committed) {
            throw new IllegalArgumentException(
                    "checkpoint " + committing.checkpoint() + " can't be committed after " + committed);
        }
    }

    /** After recovery: nothing is open, and the ledger holds this checkpoint. */
    public static LeadState recovered(int slot, long committed) {
        return new LeadState(slot, null, committed);
    }

    /** Whether a checkpoint may start: the last one is committed, so the other slot is free. */
    public boolean mayStart() {
        return committing == null;
    }

    /** The checkpoint is durable: its slot is to be committed, and what stood behind its barrier is written into the other one. */
    public LeadState durable(long checkpoint) {
        if (committing != null) {
            throw new IllegalStateException("checkpoint " + checkpoint + " became durable before checkpoint "
                    + committing.checkpoint() + " was committed");
        }
        return new LeadState(1 - writing, new Committing(writing, checkpoint), committed);
    }

    /** The commit has succeeded. */
    public LeadState committed(long checkpoint) {
        if (committing == null || committing.checkpoint() != checkpoint) {
            throw new IllegalStateException(
                    "checkpoint " + checkpoint + " was committed while " + committing + " was expected");
        }
        return new LeadState(writing, null, checkpoint);
    }
}
