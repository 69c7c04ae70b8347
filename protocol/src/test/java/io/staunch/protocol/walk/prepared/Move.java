package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;
import io.staunch.protocol.walk.prepared.Setting.Template;
import org.jspecify.annotations.Nullable;

/** What a process can do in a state, told under its name. */
record Move(Setting setting, @Nullable Break broken, State state, int place, Process process, Steps<State> steps) {
    boolean is(Break one) {
        return broken == one;
    }

    boolean newest() {
        return state.store().claims() == process.number();
    }

    Owner me() {
        return owner(process.number());
    }

    /** Process n in epoch n; the first one has made checkpoint 0 and is gone. */
    static Owner owner(int number) {
        return Names.owner(number, number, 1);
    }

    boolean prepares(int sink) {
        return setting.sinks().get(sink) == Template.PREPARED;
    }

    static LedgerEntry entry(int sink, long checkpoint, Owner maker) {
        return new LedgerEntry(Names.JOB, resource(sink), checkpoint, maker);
    }

    static String resource(int sink) {
        return "sink " + sink;
    }

    void to(String name, State changed, Process next) {
        State after = changed.with(place, next);
        if (newest()) {
            steps.step(full(name), after);
        } else {
            steps.fault(full(name), after);
        }
    }

    void to(String name, Process next) {
        to(name, state, next);
    }

    void fault(String name, State changed, Process next) {
        steps.fault(full(name), changed.with(place, next));
    }

    void wrong(String name, String why) {
        steps.wrong(full(name), why);
    }

    /** A client fails: the error does not tell why. */
    void error(String name) {
        to(name + " fails", process.failed());
    }

    /** A stale process stops for good. */
    void stale(String name) {
        if (newest()) {
            wrong(name, "the process with the newest claim takes itself for stale");
        } else {
            to(name, Process.NONE);
        }
    }

    /** A call that the outside does, with all that can become of its answer. */
    void call(String name, State done, Process next) {
        to(name, done, next);
        if (state.left().lostAnswers() > 0) {
            fault(name + ", the answer is lost", done.with(done.left().lostAnswer()), process.failed());
            fault(name + " in vain", state.with(state.left().lostAnswer()), process.failed());
        }
    }

    private String full(String name) {
        return process.number() + " " + name;
    }
}
