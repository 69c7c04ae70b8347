package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.checkpoint.PendingCheckpoint;
import io.staunch.protocol.follower.FollowerState;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import org.jspecify.annotations.Nullable;

/**
 * A process, from its claim to its end.
 *
 * @param number its identity
 * @param place which folder it uses
 * @param epoch of its claim there
 * @param consent whether its user has consented to a rewind
 * @param phase the step it takes next
 * @param seen what it saw last, as long as it needs that
 * @param atLead as whom it has recorded itself in the lead's ledger, perhaps without an answer; null if it has not
 * @param atFollower the same in the follower's
 * @param found whom the ledgers named when it read them after fencing
 * @param start how it was decided to start, or null
 * @param run null unless it runs
 */
record Attempt(
        int number,
        int place,
        int epoch,
        boolean consent,
        Phase phase,
        @Nullable Seen seen,
        @Nullable Owner atLead,
        @Nullable Owner atFollower,
        Found found,
        @Nullable Start start,
        @Nullable Run run) {
    /** There is none, or it has ended. */
    static final Attempt NONE = new Attempt(0, 0, 0, false, Phase.ENDED, null, null, null, Found.NOBODY, null, null);

    /** What an attempt does next. */
    enum Phase {
        PEEK,
        PEEK_LOOK,
        FENCE,
        FENCE_FOLLOWER,
        READ,
        LOOK,
        DECIDE,
        OWN,
        TAKE,
        ROOT_DURABLE,
        ENTER_LEAD,
        ENTER_FOLLOWER,
        RESTORE,
        RUN,
        ENDED
    }

    /** The ledgers and the store, as one look showed them; a ledger is null if the job does not have it. */
    record Seen(@Nullable LedgerView lead, @Nullable LedgerView follower, boolean newest) {}

    /** Owners in the ledgers. */
    record Found(@Nullable Owner lead, @Nullable Owner follower) {
        static final Found NOBODY = new Found(null, null);
    }

    /**
     * A start that was decided.
     *
     * @param me as whom it owns the job
     * @param base the checkpoint to go on from; null until there is one
     * @param entry whether it is still to be entered in the ledgers
     */
    record Start(StartDecision decision, Owner me, @Nullable KnownCheckpoint base, boolean entry) {
        Start with(KnownCheckpoint root) {
            return new Start(decision, me, root, true);
        }

        /** What the lead's ledger held, by the report to the user. */
        @Nullable
        LedgerEntry reported() {
            return decision instanceof StartDecision.NewLineage rewind ? rewind.repeatsFrom() : null;
        }
    }

    /**
     * What a running attempt knows.
     *
     * @param position how many records it has read
     * @param captured the position of its newest durable checkpoint
     * @param previous the id of that checkpoint
     * @param lead null if the job has none
     * @param follower null if the job has none
     * @param held the entry that the follower's row is known to hold, or null
     * @param pending the checkpoint being taken, or null
     */
    record Run(
            int position,
            int captured,
            long previous,
            @Nullable LeadState lead,
            @Nullable FollowerState follower,
            @Nullable LedgerEntry held,
            @Nullable PendingCheckpoint pending) {
        Run read() {
            return new Run(position + 1, captured, previous, lead, follower, held, pending);
        }

        Run with(@Nullable PendingCheckpoint checkpoint) {
            return new Run(position, captured, previous, lead, follower, held, checkpoint);
        }

        Run with(LeadState state) {
            return new Run(position, captured, previous, state, follower, held, pending);
        }

        Run with(@Nullable FollowerState state) {
            return new Run(position, captured, previous, lead, state, held, pending);
        }

        Run holds(LedgerEntry entry) {
            return new Run(position, captured, previous, lead, follower, entry, pending);
        }

        Run durable(long checkpoint) {
            return new Run(position, position, checkpoint, lead, follower, held, null);
        }
    }

    Attempt to(Phase next) {
        return new Attempt(number, place, epoch, consent, next, seen, atLead, atFollower, found, start, run);
    }

    Attempt saw(@Nullable Seen now) {
        return new Attempt(number, place, epoch, consent, phase, now, atLead, atFollower, found, start, run);
    }

    Attempt atLead(Owner own) {
        return new Attempt(number, place, epoch, consent, phase, seen, own, atFollower, found, start, run);
    }

    Attempt atFollower(Owner own) {
        return new Attempt(number, place, epoch, consent, phase, seen, atLead, own, found, start, run);
    }

    Attempt with(Start decided) {
        return new Attempt(number, place, epoch, consent, phase, seen, atLead, atFollower, found, decided, run);
    }

    Attempt with(Found owners) {
        return new Attempt(number, place, epoch, consent, phase, seen, atLead, atFollower, owners, start, run);
    }

    /** It runs: how it started does not matter any more, but as whom. */
    Attempt with(Run now) {
        return new Attempt(number, place, epoch, consent, Phase.RUN, null, atLead, atFollower, found, start, now);
    }

    /** An error of a client: nothing is known any more but who it is. */
    Attempt failed() {
        return new Attempt(number, place, epoch, consent, Phase.PEEK, null, atLead, atFollower, found, null, null);
    }
}
