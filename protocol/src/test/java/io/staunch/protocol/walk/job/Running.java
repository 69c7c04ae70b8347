package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.checkpoint.CheckpointTrigger;
import io.staunch.protocol.checkpoint.PendingCheckpoint;
import io.staunch.protocol.follower.FollowerState;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.job.Attempt.Run;
import io.staunch.protocol.walk.job.Folder.Stored;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of an attempt that runs. */
final class Running {
    private static final Set<String> TASK = Set.of("task");

    /** So many intervals may wait for the follower. */
    private static final int LAG = 2;

    private final Rules rules;
    private final int records;

    Running(Rules rules, int records) {
        this.rules = rules;
        this.records = records;
    }

    void steps(Move move) {
        Run run = Objects.requireNonNull(move.attempt().run());
        if (run.pending() != null) {
            checkpoint(move, run, run.pending());
        } else {
            if (run.position() < records) {
                record(move, run);
            }
            trigger(move, run);
        }
        if (run.lead() != null && run.lead().committing() != null) {
            commitLead(move, run, run.lead());
        }
        if (run.follower() != null && run.follower().next() != null) {
            commitFollower(move, run, run.follower(), run.follower().next());
        }
        if (move.state().left().errors() > 0) {
            move.fault(
                    "has an error",
                    move.state().with(move.state().left().error()),
                    move.attempt().failed());
        }
    }

    private static void record(Move move, Run run) {
        String name = "reads record " + run.position();
        Outside lead = move.state().lead();
        Attempt next = move.attempt().with(run.read());
        if (lead == null || lead.silent() == run.position()) {
            move.to(name, next);
        } else if (lead.client() != move.attempt().number()) {
            move.error(name);
        } else {
            int output = lead.outputs(run.position());
            move.to(name, move.state().with(move.state().transactions().written(output)), next);
        }
    }

    private static void trigger(Move move, Run run) {
        boolean committing = run.lead() != null && !run.lead().mayStart();
        boolean changed = run.position() > run.captured();
        var facts = new CheckpointTrigger.Facts(1, 0, 1, false, committing, changed, false, 0, Long.MAX_VALUE, 1);
        boolean mayLag = run.follower() == null || run.follower().mayStart(LAG);
        if (CheckpointTrigger.decide(facts) == CheckpointTrigger.Decision.START && mayLag) {
            int id = move.folder().nextId();
            move.to("starts checkpoint " + id, move.attempt().with(run.with(new PendingCheckpoint(id, 0, TASK))));
        }
    }

    private void checkpoint(Move move, Run run, PendingCheckpoint pending) {
        if (move.state().left().declines() > 0) {
            move.fault(
                    "declines checkpoint " + pending.id(),
                    move.state().with(move.state().left().decline()),
                    move.attempt().with(run.with((PendingCheckpoint) null)));
        }
        if (pending.acknowledgedByAll()) {
            durable(move, run, pending);
        } else {
            move.to("seals checkpoint " + pending.id(), move.attempt().with(run.with(pending.acknowledged("task"))));
        }
    }

    private void durable(Move move, Run run, PendingCheckpoint pending) {
        String name = "makes checkpoint " + pending.id() + " durable";
        if (!move.newest()) {
            move.stale(name);
            return;
        }
        long id = pending.id();
        var known = new KnownCheckpoint(id, run.previous(), move.me(), null, Roots.ledgers(move.state()), Set.of());
        var stored = new Stored(known, run.captured(), run.position(), null);
        Job state = move.state().with(move.attempt().place(), move.folder().with(stored));
        Run next = run.durable(id);
        if (run.lead() != null) {
            next = next.with(run.lead().durable(id));
            Outside lead = Objects.requireNonNull(state.lead());
            if (lead.client() == move.attempt().number()) {
                state = state.with(state.transactions().seal());
            }
        }
        if (run.follower() != null) {
            FollowerState follower = run.follower().durable(id);
            boolean allowed = run.lead() == null || rules.is(Flaw.FOLLOWER_FIRST);
            next = next.with(allowed ? follower.allowed(id) : follower);
        }
        move.to(name, state, move.attempt().with(next));
    }

    private void commitLead(Move move, Run run, LeadState state) {
        long id = Objects.requireNonNull(state.committing()).checkpoint();
        String name = "commits checkpoint " + id + " at the lead";
        Outside lead = Objects.requireNonNull(move.state().lead());
        Transactions transactions = move.state().transactions();
        if (lead.client() != move.attempt().number()) {
            move.error(name);
            return;
        }
        LedgerEntry entry = new LedgerEntry(Names.JOB, Names.LEAD, id, move.me());
        Outside after = committed(move, name, lead, entry, transactions.sealed());
        if (after == null) {
            return;
        }
        Run next = run.with(state.committed(id));
        if (run.follower() != null && run.follower().allowed() < id) {
            next = next.with(run.follower().allowed(id));
        }
        Job committed = free(move.with(move.state().lead(after, transactions.committed())), next);
        move.commit(name, committed, move.attempt().with(next), entry);
    }

    private void commitFollower(Move move, Run run, FollowerState state, long id) {
        String name = "commits checkpoint " + id + " at the follower";
        Outside follower = Objects.requireNonNull(move.state().follower());
        Stored stored = move.folder().find(id);
        if (stored == null) {
            if (move.newest()) {
                move.wrong(name, "I6: its write-ahead copy is gone");
            } else {
                move.error(name);
            }
            return;
        }
        LedgerEntry entry = new LedgerEntry(Names.JOB, Names.FOLLOWER, id, move.me());
        Run next = run.with(state.committed(id)).holds(entry);
        int content = Copies.of(stored, follower);
        if (rules.is(Flaw.EMPTY_COPY_NOT_ENTERED) && content == Output.NONE) {
            move.to(name + ", which is empty", free(move, next), move.attempt().with(next));
            return;
        }
        LedgerEntry before = run.held();
        switch (rules.commit(move.attempt().number(), before, entry, follower)) {
            case WRITE -> {
                Outside after = committed(move, name, follower, entry, content);
                if (after != null) {
                    Job committed = free(move.with(move.state().follower(after)), next);
                    move.commit(name, committed, move.attempt().with(next), entry);
                    Faults left = move.state().left();
                    if (left.lostAnswers() > 0) {
                        var sent = new Outside.InFlight(move.attempt().number(), before, entry, content);
                        Job waiting = move.state().follower(follower.with(sent)).with(left.lostAnswer());
                        move.fault(
                                name + " without an answer yet",
                                waiting,
                                move.attempt().failed());
                    }
                }
            }
            case ALREADY ->
                move.to(
                        name + ", which has it",
                        free(move, next),
                        move.attempt().with(next));
            case FENCED -> move.error(name);
        }
    }

    /** The outside after a commit, or null if that is wrong. */
    static @Nullable Outside committed(Move move, String name, Outside outside, LedgerEntry entry, int content) {
        int lineage = Names.number(entry.owner().lineage());
        if (outside.shown().lineage() != lineage) {
            move.wrong(name, "output of lineage " + lineage + " while readers are shown " + outside.shown());
            return null;
        }
        Shown shown = outside.shown().shows(content);
        if (shown == null) {
            move.wrong(name, "readers see " + Output.text(content) + " after " + outside.shown());
            return null;
        }
        return outside.entered(entry).with(shown);
    }

    private Job free(Move move, Run run) {
        long lead = run.lead() == null ? -1 : run.lead().committed();
        long follower = run.follower() == null ? -1 : run.follower().committed();
        Folder folder = move.folder();
        List<Long> known = folder.knownTo(move.attempt().epoch()).stream()
                .map(KnownCheckpoint::id)
                .toList();
        Set<Long> freed = new HashSet<>(known);
        freed.removeAll(rules.keep(known, lead, follower));
        return move.state().with(move.attempt().place(), folder.without(freed));
    }
}
