package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.walk.lead.Attempt.Phase;

/** A commit, with all that can become of it. */
final class Commits {
    private Commits() {}

    static void commit(Move move, String name, int slot, LedgerEntry entry, Attempt next) {
        commit(move, name, slot, entry, move, next);
    }

    /**
     * @param answered the state in which the answer is taken; differs from the move's own by what the attempt frees
     */
    static void commit(Move move, String name, int slot, LedgerEntry entry, Move answered, Attempt next) {
        Attempt attempt = move.attempt();
        String full = attempt.number() + " " + name;
        if (!move.rules().usable(move.state().broker().slot(slot), slot, attempt.number())) {
            move.error(name);
            return;
        }
        answered.commit(full, slot, entry, attempt.number(), next, false);
        if (move.state().faults().lostAnswers() == 0) {
            return;
        }
        LeadSystem lost = move.state().with(move.state().faults().lostAnswer());
        Attempt failed = attempt.failed(Phase.JUDGE);
        new Move(lost, attempt, move.steps(), move.rules())
                .commit(full + ", the answer is lost", slot, entry, attempt.number(), failed, true);
        move.fault(name + " in vain", lost, failed);
        move.fault(name + " without an answer yet", lost.with(lost.broker().sent(slot, entry)), failed);
    }
}
