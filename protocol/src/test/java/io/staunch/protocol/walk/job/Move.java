package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;

/** What an attempt can do in a state, told under its name. */
record Move(Job state, Attempt attempt, Steps<Job> steps, Rules rules) {
    Move with(Job changed) {
        return new Move(changed, attempt, steps, rules);
    }

    Move with(Attempt changed) {
        return new Move(state, changed, steps, rules);
    }

    /** The same, but nobody may count on it. */
    Move asFault() {
        return new Move(state, attempt, new Faulty(steps), rules);
    }

    private record Faulty(Steps<Job> steps) implements Steps<Job> {
        @Override
        public void step(String name, Job next) {
            steps.fault(name, next);
        }

        @Override
        public void fault(String name, Job next) {
            steps.fault(name, next);
        }

        @Override
        public void wrong(String name, String why) {
            steps.wrong(name, why);
        }
    }

    Folder folder() {
        return state.folder(attempt.place());
    }

    /** Whether the store knows no newer claim. */
    boolean newest() {
        return folder().claims().size() == attempt.epoch();
    }

    /** As whom it runs. */
    Owner me() {
        if (attempt.start() == null) {
            throw new IllegalStateException("nothing is decided yet");
        }
        return attempt.start().me();
    }

    /** A step that changes only the attempt. */
    void to(String name, Attempt next) {
        to(name, state, next);
    }

    /** A step that changes the rest of the world, too. */
    void to(String name, Job changed, Attempt next) {
        Job after = changed.with(attempt.number(), next);
        if (newest()) {
            steps.step(full(name), after);
        } else {
            steps.fault(full(name), after);
        }
    }

    void fault(String name, Job changed, Attempt next) {
        steps.fault(full(name), changed.with(attempt.number(), next));
    }

    void wrong(String name, String why) {
        steps.wrong(full(name), why);
    }

    /** A client fails: the error does not tell why. */
    void error(String name) {
        to(name + " fails", attempt.failed());
    }

    /** A process stops for good, because another one has the job. */
    void replaced(String name) {
        LedgerView view = state.deciding().ledger();
        boolean untaken = view.owner() == null || view.owner().attempt().equals(Names.attempt(attempt.number()));
        if (newest() && untaken) {
            wrong(name, "the process that owns the job stops for good; the ledger is " + view);
        } else {
            to(name, Attempt.NONE);
        }
    }

    /** A stale process stops for good. */
    void stale(String name) {
        if (newest()) {
            wrong(name, "the process with the newest claim takes itself for stale");
        } else {
            to(name, Attempt.NONE);
        }
    }

    /** A commit, with all that can become of it. */
    void commit(String name, Job committed, Attempt next, LedgerEntry entry) {
        if (folder().find(entry) == null) {
            wrong(name, "I1: committed before it is durable: " + entry);
            return;
        }
        to(name, committed, next);
        if (state.left().lostAnswers() > 0) {
            fault(name + ", the answer is lost", committed.with(state.left().lostAnswer()), attempt.failed());
            fault(name + " in vain", state.with(state.left().lostAnswer()), attempt.failed());
        }
    }

    private String full(String name) {
        return attempt.number() + " " + name;
    }
}
