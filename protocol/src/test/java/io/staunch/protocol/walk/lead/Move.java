package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;

/** What an attempt can do in a state, told under its name. */
record Move(LeadSystem state, Attempt attempt, Steps<LeadSystem> steps, Rules rules) {
    Owner me() {
        return Names.owner(attempt.number(), attempt.number(), attempt.lineage());
    }

    /** Whether the store knows no newer claim. */
    boolean newest() {
        return state.store().claims() == attempt.number();
    }

    /** A step that changes only the attempt. */
    void to(String name, Attempt next) {
        to(name, state, next);
    }

    /** A step that changes the rest of the world, too. */
    void to(String name, LeadSystem changed, Attempt next) {
        String full = attempt.number() + " " + name;
        if (newest()) {
            steps.step(full, changed.with(attempt.number(), next));
        } else {
            steps.fault(full, changed.with(attempt.number(), next));
        }
    }

    void fault(String name, LeadSystem changed, Attempt next) {
        steps.fault(attempt.number() + " " + name, changed.with(attempt.number(), next));
    }

    /** A process stops for good: the newest one has no reason to. */
    void stop(String name, String why) {
        if (newest()) {
            steps.wrong(attempt.number() + " " + name, "the process with the newest claim stops for good: " + why);
        } else {
            to(name, Attempt.NONE);
        }
    }

    void wrong(String name, String why) {
        steps.wrong(attempt.number() + " " + name, why);
    }

    /** A transactional client fails: the error does not tell why. */
    void error(String name) {
        to(name + " fails", attempt.failed(Attempt.Phase.JUDGE));
    }

    /** A transaction of a slot commits. */
    void commit(String name, int slot, LedgerEntry entry, int committer, Attempt next, boolean fault) {
        if (state.store().find(entry) == null) {
            steps.wrong(name, "I1: committed before it is durable: " + entry);
            return;
        }
        for (int newer = committer + 1; newer <= state.store().claims(); newer++) {
            if (state.attempt(newer).read() != null) {
                steps.wrong(name, "I5: " + newer + " has fenced it, and yet it commits");
                return;
            }
        }
        LeadSystem changed = state.with(state.broker().committed(slot, entry)).with(committer, next);
        if (fault || committer != state.store().claims()) {
            steps.fault(name, changed);
        } else {
            steps.step(name, changed);
        }
    }
}
