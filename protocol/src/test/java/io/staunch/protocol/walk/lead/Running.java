package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.lead.Attempt.Pending;
import io.staunch.protocol.walk.lead.Attempt.Run;
import io.staunch.protocol.walk.lead.Store.Stored;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The steps of an attempt that runs. */
final class Running {
    private final Rules rules;
    private final int records;

    Running(Rules rules, int records) {
        this.rules = rules;
        this.records = records;
    }

    void steps(Move move) {
        Run run = Objects.requireNonNull(move.attempt().run());
        if (run.position() < records && (run.pending() == null || rules.is(Break.DECLINE_AFTER_OTHER_OPENED))) {
            record(move, run);
        }
        if (run.pending() != null) {
            checkpoint(move, run, run.pending());
        } else if (run.lead().mayStart() && run.position() > run.captured()) {
            int id = move.attempt().nextId();
            var pending = new Pending(id, run.position(), false);
            move.to("starts checkpoint " + id, move.attempt().takingId().running(run.with(pending)));
        }
        if (run.lead().committing() != null) {
            commit(move, run, run.lead().committing());
        }
    }

    private void record(Move move, Run run) {
        Attempt attempt = move.attempt();
        if (run.position() == LeadWorld.SILENT) {
            move.to("reads record " + run.position(), attempt.running(run.read()));
            return;
        }
        int slot = run.pending() == null ? run.lead().writing() : 1 - run.lead().writing();
        Broker broker = move.state().broker();
        String name = "writes record " + run.position() + " into slot " + slot;
        if (rules.usable(broker.slot(slot), slot, attempt.number())) {
            int output = run.position() > LeadWorld.SILENT ? run.position() - 1 : run.position();
            move.to(name, move.state().with(broker.written(slot, output)), attempt.running(run.read()));
        } else {
            move.error(name);
        }
    }

    private void checkpoint(Move move, Run run, Pending pending) {
        Attempt attempt = move.attempt();
        if (move.state().faults().declines() > 0) {
            Run declined = run.with((Pending) null);
            if (rules.is(Break.DECLINE_AFTER_OTHER_OPENED) && run.lead().mayStart()) {
                LeadState lead = run.lead();
                declined = declined.with(new LeadState(1 - lead.writing(), null, lead.committed()));
            }
            move.fault(
                    "declines checkpoint " + pending.id(),
                    move.state().with(move.state().faults().decline()),
                    attempt.running(declined));
        }
        int slot = run.lead().writing();
        if (!pending.sealed()) {
            String name = "flushes slot " + slot;
            Broker.Slot written = move.state().broker().slot(slot);
            if (written.content() == Output.NONE || rules.usable(written, slot, attempt.number())) {
                move.to(name, attempt.running(run.with(new Pending(pending.id(), pending.position(), true))));
            } else {
                move.error(name);
            }
        } else if (rules.is(Break.COMMIT_BEFORE_DURABLE) && run.lead().committed() != pending.id()) {
            LeadState committed = run.lead().durable(pending.id()).committed(pending.id());
            var entry = new LedgerEntry(Names.JOB, Names.LEAD, pending.id(), move.me());
            Commits.commit(
                    move, "commits checkpoint " + pending.id(), slot, entry, attempt.running(run.with(committed)));
        } else {
            durable(move, run, pending);
        }
    }

    private void durable(Move move, Run run, Pending pending) {
        Attempt attempt = move.attempt();
        if (!move.newest()) {
            move.to("finds itself stale", Attempt.NONE);
            return;
        }
        String name = "makes checkpoint " + pending.id() + " durable";
        Store store = move.state().store();
        if (store.find(pending.id()) != null) {
            move.wrong(name, "an id is used twice");
            return;
        }
        var known = new KnownCheckpoint(
                pending.id(), (long) run.previous(), move.me(), null, Map.of(Names.LEAD, "ledger"), Set.of());
        LeadState lead =
                rules.is(Break.COMMIT_BEFORE_DURABLE) ? run.lead() : run.lead().durable(pending.id());
        Store more = store.with(new Stored(known, pending.position()));
        if (rules.is(Break.COLLECT_TOO_EARLY)) {
            more = freed(more, attempt, pending.id());
        }
        move.to(name, move.state().with(more), attempt.running(run.durable(pending, lead)));
    }

    private void commit(Move move, Run run, LeadState.Committing committing) {
        int slot = committing.slot();
        String name = "commits checkpoint " + committing.checkpoint();
        Attempt next = move.attempt().running(run.with(run.lead().committed(committing.checkpoint())));
        Broker broker = move.state().broker();
        Broker.Slot sealed = broker.slot(slot);
        LeadSystem freed = move.state().with(freed(move.state().store(), move.attempt(), committing.checkpoint()));
        boolean empty = sealed.content() == Output.NONE
                && sealed.usableBy(move.attempt().number());
        if (rules.is(Break.EMPTY_INTERVAL_NOT_ENTERED) && empty) {
            move.to("passes over empty checkpoint " + committing.checkpoint(), freed, next);
            return;
        }
        if (rules.is(Break.SWALLOW_ABORT) && sealed.content() == Output.ABORTED) {
            move.to(
                    "takes checkpoint " + committing.checkpoint() + " for committed",
                    freed.with(broker.fenced(slot, sealed.client())),
                    next);
            return;
        }
        var entry = new LedgerEntry(Names.JOB, Names.LEAD, committing.checkpoint(), move.me());
        var answered = new Move(freed, move.attempt(), move.steps(), rules);
        Commits.commit(move, name, slot, entry, answered, next);
    }

    private Store freed(Store store, Attempt attempt, long committed) {
        List<Long> known = store.knownTo(attempt.number()).ids();
        Set<Long> freed = new HashSet<>(known);
        freed.removeAll(rules.keep(known, committed));
        return store.without(freed);
    }
}
