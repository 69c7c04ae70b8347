package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.checkpoint.Retention;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.lead.Ownership;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.Recovery;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartDecision.Reason;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.walk.job.Attempt.Phase;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The production decisions, and the order of the steps around them; a flaw replaces one of them. */
record Rules(@Nullable Flaw flaw) {
    private static final List<Phase> REST = List.of(
            Phase.OWN,
            Phase.TAKE,
            Phase.ROOT_DURABLE,
            Phase.ENTER_LEAD,
            Phase.ENTER_FOLLOWER,
            Phase.RESTORE,
            Phase.RUN);

    boolean is(Flaw one) {
        return flaw == one;
    }

    /** What comes after a step of the start, whether or not there is anything to do. */
    Phase after(Phase phase) {
        if (is(Flaw.FOLLOWER_ENTERED_FIRST)) {
            switch (phase) {
                case ROOT_DURABLE:
                    return Phase.ENTER_FOLLOWER;
                case ENTER_FOLLOWER:
                    return Phase.ENTER_LEAD;
                case ENTER_LEAD:
                    return Phase.RESTORE;
                default:
            }
        }
        List<Phase> order = beginning();
        int place = order.indexOf(phase);
        if (place >= 0) {
            return place + 1 < order.size() ? order.get(place + 1) : rest().get(0);
        }
        return rest().get(rest().indexOf(phase) + 1);
    }

    private List<Phase> beginning() {
        if (is(Flaw.LOOK_BEFORE_READ)) {
            return List.of(
                    Phase.PEEK,
                    Phase.PEEK_LOOK,
                    Phase.FENCE,
                    Phase.FENCE_FOLLOWER,
                    Phase.LOOK,
                    Phase.READ,
                    Phase.DECIDE);
        }
        if (is(Flaw.READ_BEFORE_FENCE)) {
            return List.of(
                    Phase.PEEK,
                    Phase.PEEK_LOOK,
                    Phase.READ,
                    Phase.LOOK,
                    Phase.DECIDE,
                    Phase.FENCE,
                    Phase.FENCE_FOLLOWER);
        }
        if (is(Flaw.OWNER_BEFORE_JUDGING)) {
            return List.of(
                    Phase.PEEK,
                    Phase.PEEK_LOOK,
                    Phase.FENCE,
                    Phase.FENCE_FOLLOWER,
                    Phase.OWN,
                    Phase.READ,
                    Phase.LOOK,
                    Phase.DECIDE);
        }
        return List.of(
                Phase.PEEK, Phase.PEEK_LOOK, Phase.FENCE, Phase.FENCE_FOLLOWER, Phase.READ, Phase.LOOK, Phase.DECIDE);
    }

    private List<Phase> rest() {
        return is(Flaw.OWNER_BEFORE_JUDGING) ? REST.subList(1, REST.size()) : REST;
    }

    /** What a process finds in a ledger. */
    LedgerView found(LedgerView ledger) {
        return is(Flaw.NO_OWNER_RECORD) ? new LedgerView(ledger.identity(), null, ledger.entry()) : ledger;
    }

    StartDecision decide(StartFacts facts) {
        StartDecision decision = Recovery.decide(facts);
        if (is(Flaw.ONE_LEDGER_ASKED) && refuses(decision, Reason.OTHER_LINEAGE)) {
            KnownCheckpoint newest = facts.checkpoints().get(facts.checkpoints().size() - 1);
            boolean missing = newest.introduced().stream()
                    .map(facts.ledgers()::get)
                    .anyMatch(view -> view != null && view.entry() == null);
            return missing ? new StartDecision.CommitFirstEntry(newest) : decision;
        }
        if (is(Flaw.EMPTY_IS_FIRST) && refuses(decision, Reason.EMPTY_STORE)) {
            return new StartDecision.FirstStart();
        }
        if (is(Flaw.REWIND_FROM_NEWEST) && decision instanceof StartDecision.NewLineage rewind) {
            List<KnownCheckpoint> all = facts.checkpoints();
            return new StartDecision.NewLineage(all.isEmpty() ? null : all.get(all.size() - 1), rewind.repeatsFrom());
        }
        if (is(Flaw.CATCH_UP_DROPPED) && decision instanceof StartDecision.Restore restore) {
            return new StartDecision.Restore(restore.checkpoint(), List.of(), restore.introduced());
        }
        if (is(Flaw.CATCH_UP_BY_NUMBER) && decision instanceof StartDecision.Restore restore) {
            List<StartDecision.CatchUp> byNumber = restore.catchUps().stream()
                    .map(catchUp ->
                            byNumber(catchUp, facts, restore.checkpoint().id()))
                    .toList();
            return new StartDecision.Restore(restore.checkpoint(), byNumber, restore.introduced());
        }
        return decision;
    }

    private static boolean refuses(StartDecision decision, Reason reason) {
        return decision instanceof StartDecision.Refuse refuse && refuse.reason() == reason;
    }

    private static StartDecision.CatchUp byNumber(StartDecision.CatchUp catchUp, StartFacts facts, long upTo) {
        LedgerEntry held = facts.ledgers().get(catchUp.resource()).entry();
        List<Long> ids = facts.checkpoints().stream()
                .map(KnownCheckpoint::id)
                .filter(id -> held != null && id > held.committed() && id <= upTo)
                .toList();
        return new StartDecision.CatchUp(catchUp.resource(), ids);
    }

    StartDecision.@Nullable Refuse refusal(StartFacts facts) {
        boolean passed = is(Flaw.ONE_LEDGER_ASKED) && !(decide(facts) instanceof StartDecision.Refuse);
        return is(Flaw.NO_EARLY_LOOK) || is(Flaw.EMPTY_IS_FIRST) || passed ? null : Recovery.refusal(facts);
    }

    Ownership judge(Owner me, @Nullable Owner before, boolean newest, @Nullable LedgerView view) {
        if (view == null || is(Flaw.ALWAYS_OWNER)) {
            return Ownership.OWNER;
        }
        return Ownership.judge(me, before, newest, view);
    }

    LedgerRow commit(int attempt, @Nullable LedgerEntry before, LedgerEntry next, Outside row) {
        if (is(Flaw.NO_FOLLOWER_FENCE)) {
            return LedgerRow.WRITE;
        }
        return LedgerRow.commit(attempt, before, next, row.client(), row.entry());
    }

    LedgerRow write(int attempt, Outside row) {
        boolean unfenced = is(Flaw.NO_FOLLOWER_FENCE) || is(Flaw.FOLLOWER_FENCED_LATE);
        return unfenced ? LedgerRow.WRITE : LedgerRow.write(attempt, row.client());
    }

    /** What stays of the complete checkpoints; a committed one is negative if the job has no such ledger. */
    Set<Long> keep(List<Long> complete, long lead, long follower) {
        boolean leadAlone = follower < 0 || is(Flaw.FOLLOWER_NOT_RETAINED);
        long oldest = lead < 0 ? follower : leadAlone ? lead : Math.min(lead, follower);
        return Retention.keep(complete, oldest, 1);
    }
}
