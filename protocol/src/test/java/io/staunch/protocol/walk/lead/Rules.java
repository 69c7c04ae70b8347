package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.checkpoint.Retention;
import io.staunch.protocol.lead.Ownership;
import io.staunch.protocol.recovery.Recovery;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.walk.lead.Attempt.Phase;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The production decisions, and the order of the steps around them; a break replaces one of them. */
record Rules(@Nullable Break broken) {
    private static final List<Phase> ORDER = List.of(
            Phase.PEEK,
            Phase.FENCE_0,
            Phase.FENCE_1,
            Phase.READ,
            Phase.LOOK,
            Phase.DECIDE,
            Phase.OWN,
            Phase.ROOT_DURABLE,
            Phase.ROOT_ENTRY,
            Phase.RESTORE,
            Phase.RUN);

    private static final List<Phase> READ_FIRST =
            List.of(Phase.PEEK, Phase.READ, Phase.LOOK, Phase.DECIDE, Phase.FENCE_0, Phase.FENCE_1, Phase.OWN);

    private static final List<Phase> LOOK_FIRST =
            List.of(Phase.PEEK, Phase.FENCE_0, Phase.FENCE_1, Phase.LOOK, Phase.READ, Phase.DECIDE, Phase.OWN);

    boolean is(Break one) {
        return broken == one;
    }

    /** What comes after a step of the start. */
    Phase after(Phase phase) {
        List<Phase> order = is(Break.READ_BEFORE_FENCE) ? READ_FIRST : is(Break.LOOK_BEFORE_READ) ? LOOK_FIRST : ORDER;
        int place = phase == Phase.OWN ? -1 : order.indexOf(phase);
        return place < 0 ? ORDER.get(ORDER.indexOf(phase) + 1) : order.get(place + 1);
    }

    /** Where an attempt begins again after an error that did not cost it the job. */
    Phase again() {
        return after(Phase.PEEK);
    }

    StartDecision decide(StartFacts facts) {
        StartDecision decision = Recovery.decide(facts);
        if (is(Break.RESTORE_NEWEST) && decision instanceof StartDecision.Restore restore) {
            var newest = facts.checkpoints().get(facts.checkpoints().size() - 1);
            return new StartDecision.Restore(newest, restore.catchUps(), restore.introduced());
        }
        return decision;
    }

    StartDecision.@Nullable Refuse refusal(StartFacts facts) {
        if (is(Break.LATE_PEEK_REFUSES)) {
            return Recovery.decide(facts) instanceof StartDecision.Refuse refuse ? refuse : null;
        }
        return Recovery.refusal(facts);
    }

    Ownership judge(Owner me, @Nullable LedgerView read, boolean newest, LedgerView view) {
        if (is(Break.JUDGE_BY_OWNER_ALONE)) {
            return newest && me.equals(view.owner()) ? Ownership.OWNER : Ownership.REPLACED;
        }
        return Ownership.judge(me, read == null ? null : read.owner(), newest, view);
    }

    /** What may be freed once a checkpoint is committed. */
    Set<Long> keep(List<Long> complete, long committed) {
        return Retention.keep(complete, committed, 1);
    }

    /** Whether a client that an attempt made can use the slot: normally only the one that fenced it last. */
    boolean usable(Broker.Slot slot, int index, int attempt) {
        return (is(Break.FENCE_ONE_ID) && index == 1)
                ? slot.inFlight() == null && slot.content() >= 0
                : slot.usableBy(attempt);
    }
}
