package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerView;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import org.jspecify.annotations.Nullable;

/**
 * A process, from its claim to its end.
 *
 * @param number of its claim, which is also its epoch
 * @param phase the step it takes next
 * @param lineage of what it writes
 * @param view what it saw of the ledger last, as long as it needs that
 * @param newest what its look at the store showed, as long as it needs that
 * @param read the ledger as it was read after the last fence, without its entry; null before that
 * @param start how it was decided to start
 * @param base the checkpoint to start from, or null
 * @param run null unless it runs
 * @param nextId the next id for a checkpoint
 */
record Attempt(
        int number,
        Phase phase,
        int lineage,
        @Nullable LedgerView view,
        boolean newest,
        @Nullable LedgerView read,
        StartDecision.@Nullable Kind start,
        @Nullable KnownCheckpoint base,
        @Nullable Run run,
        int nextId) {
    /** There is none, or it has ended. */
    static final Attempt NONE = new Attempt(0, Phase.ENDED, 0, null, false, null, null, null, null, 0);

    /** What an attempt does next. */
    enum Phase {
        PEEK,
        FENCE_0,
        FENCE_1,
        LOOK,
        READ,
        DECIDE,
        OWN,
        ROOT_DURABLE,
        ROOT_ENTRY,
        RESTORE,
        RUN,
        JUDGE,
        JUDGE_LOOK,
        ENDED
    }

    /**
     * What a running attempt knows.
     *
     * @param position how many records it has read
     * @param captured the position of its newest durable checkpoint
     * @param previous the id of that checkpoint
     * @param pending the checkpoint being taken, or null
     */
    record Run(
            int position,
            int captured,
            int previous,
            LeadState lead,
            @Nullable Pending pending) {
        Run read() {
            return new Run(position + 1, captured, previous, lead, pending);
        }

        Run with(@Nullable Pending checkpoint) {
            return new Run(position, captured, previous, lead, checkpoint);
        }

        Run with(LeadState state) {
            return new Run(position, captured, previous, state, pending);
        }

        Run durable(Pending checkpoint, LeadState state) {
            return new Run(position, checkpoint.position(), checkpoint.id(), state, null);
        }
    }

    /**
     * A checkpoint being taken.
     *
     * @param position at its barrier
     * @param sealed whether all that was written before the barrier is flushed
     */
    record Pending(int id, int position, boolean sealed) {}

    static Attempt claiming(int number, Store store, Phase first) {
        return new Attempt(number, first, store.lineage(number), null, false, null, null, null, null, store.firstId());
    }

    Attempt to(Phase next) {
        return new Attempt(number, next, lineage, view, newest, read, start, base, run, nextId);
    }

    Attempt saw(@Nullable LedgerView seen) {
        return new Attempt(number, phase, lineage, seen, newest, read, start, base, run, nextId);
    }

    Attempt readAfterFence(LedgerView seen) {
        var owner = new LedgerView(seen.identity(), seen.owner(), null);
        return new Attempt(number, phase, lineage, seen, newest, owner, start, base, run, nextId);
    }

    Attempt looked(boolean isNewest) {
        return new Attempt(number, phase, lineage, view, isNewest, read, start, base, run, nextId);
    }

    /** What was seen is forgotten: it has been judged. */
    Attempt decided(StartDecision.Kind kind, @Nullable KnownCheckpoint from) {
        return new Attempt(number, phase, lineage, null, false, read, kind, from, null, nextId);
    }

    Attempt running(@Nullable Run now) {
        return new Attempt(number, phase, lineage, view, newest, read, start, base, now, nextId);
    }

    Attempt takingId() {
        return new Attempt(number, phase, lineage, view, newest, read, start, base, run, nextId + 1);
    }

    /** An error of the transactional client: nothing is known any more but who it is. */
    Attempt failed(Phase next) {
        return new Attempt(number, next, lineage, null, false, read, null, null, null, nextId);
    }
}
