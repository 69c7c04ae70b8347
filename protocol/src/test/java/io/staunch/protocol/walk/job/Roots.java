package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.follower.FollowerState;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartDecision.Kind;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.job.Attempt.Run;
import io.staunch.protocol.walk.job.Attempt.Start;
import io.staunch.protocol.walk.job.Folder.Stored;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of an attempt from its decision to its first record: the owner is recorded, the follower brought up, a first checkpoint entered. */
final class Roots {
    private final Rules rules;
    private final Starting starting;

    Roots(Rules rules, Starting starting) {
        this.rules = rules;
        this.starting = starting;
    }

    static boolean needsRoot(StartDecision decision) {
        return decision.kind() == Kind.FIRST_START
                || decision.kind() == Kind.NEW_LINEAGE
                || (decision instanceof StartDecision.Restore restore
                        && !restore.introduced().isEmpty());
    }

    void own(Move move) {
        String name = "records the owner";
        Attempt attempt = move.attempt();
        Outside lead = Objects.requireNonNull(move.state().lead());
        if (lead.client() != attempt.number()) {
            move.error(name);
            return;
        }
        Owner me = attempt.start() == null ? Facts.me(move) : move.me();
        if (lead.replaced().contains(attempt.number())) {
            move.wrong(name, "takes the job back from its successor " + lead.owner());
            return;
        }
        Job owned = move.state().lead(lead.owned(me));
        starting.next(move.with(owned), name, attempt.atLead(me));
        if (move.state().left().lostAnswers() > 0) {
            Attempt lost = (rules.is(Flaw.RECORD_FORGOTTEN) ? attempt : attempt.atLead(me)).failed();
            move.fault(name + ", the answer is lost", owned.with(owned.left().lostAnswer()), lost);
            move.fault(name + " in vain", move.state().with(move.state().left().lostAnswer()), lost);
        }
    }

    /** Records the owner in the row and writes what the follower lacks, in one transaction. */
    void take(Move move) {
        String name = "takes the follower";
        Attempt attempt = move.attempt();
        Outside follower = Objects.requireNonNull(move.state().follower());
        if (rules.write(attempt.number(), follower) != LedgerRow.WRITE) {
            move.error(name);
            return;
        }
        Outside taken = follower.owned(move.me());
        if (rules.is(Flaw.FOLLOWER_FENCED_LATE)) {
            taken = taken.fenced(attempt.number());
        }
        if (move.attempt().start().decision() instanceof StartDecision.Restore restore) {
            for (StartDecision.CatchUp catchUp : restore.catchUps()) {
                Integer copies = Copies.between(move.folder(), catchUp, follower);
                if (copies == null) {
                    if (move.newest()) {
                        move.wrong(name, "I6: a write-ahead copy is gone: " + catchUp);
                    } else {
                        move.error(name);
                    }
                    return;
                }
                Shown shown = follower.shown().shows(copies);
                if (shown == null) {
                    move.wrong(name, "the follower shows " + Output.text(copies) + " after " + follower.shown());
                    return;
                }
                taken = taken.with(shown).entered(entry(Names.FOLLOWER, restore.checkpoint()));
                if (ahead(move, restore.checkpoint())) {
                    move.wrong(name, "the follower is ahead of the lead");
                    return;
                }
            }
        }
        starting.next(
                move.with(move.state().follower(taken)),
                name,
                attempt.atFollower(move.me()).saw(null));
    }

    private static boolean ahead(Move move, KnownCheckpoint checkpoint) {
        Outside lead = move.state().lead();
        LedgerEntry entry = lead == null ? null : lead.entry();
        return entry != null
                && entry.owner().lineage().equals(checkpoint.owner().lineage())
                && entry.committed() < checkpoint.id();
    }

    void rootDurable(Move move) {
        Attempt attempt = move.attempt();
        Start start = Objects.requireNonNull(attempt.start());
        Folder folder = move.folder();
        String name = "makes first checkpoint " + folder.nextId() + " durable";
        if (!move.newest()) {
            move.stale(name);
            return;
        }
        KnownCheckpoint from = from(start);
        Stored stored = from == null ? null : folder.find(from.id());
        if (from != null && stored == null) {
            move.wrong(name, "I6: checkpoint " + from.id() + " is gone");
            return;
        }
        int position = stored == null ? 0 : stored.position();
        Job state = move.state();
        boolean rewind = start.decision().kind() == Kind.NEW_LINEAGE;
        if (rewind && !attempt.consent()) {
            move.wrong(name, "begins a new lineage, and nobody has consented");
            return;
        }
        if (rewind && from != null && !Refused.outsides(state).stream().allMatch(one -> covers(one, from, position))) {
            move.wrong(name, "begins a lineage at record " + position + ", beyond what was shown of the one before");
            return;
        }
        KnownCheckpoint root = root(state, start, folder.nextId());
        Stored first = new Stored(root, position, position, start.reported());
        Job durable = state.with(attempt.place(), folder.with(first));
        int lineage = Names.number(root.owner().lineage());
        durable = begun(durable, start, lineage, position);
        starting.next(move.with(durable), name, attempt.with(start.with(root)));
    }

    private static boolean covers(Outside outside, KnownCheckpoint from, int position) {
        return outside.outputs(position)
                <= outside.shown().of(Names.number(from.owner().lineage()));
    }

    /** Where a lineage begins in the eyes of readers; a resource that was added begins where it is. */
    private static Job begun(Job state, Start start, int lineage, int position) {
        Job begun = state;
        boolean anew = !(start.decision() instanceof StartDecision.Restore);
        for (Outside outside : Refused.outsides(state)) {
            boolean added = start.decision() instanceof StartDecision.Restore restore
                    && restore.introduced().contains(outside.ledger().identity());
            if (anew || added) {
                Outside with = outside.with(outside.shown().begins(lineage, outside.outputs(position)));
                begun = outside.ledger().identity().equals(Names.LEAD) ? begun.lead(with) : begun.follower(with);
            }
        }
        return begun;
    }

    private KnownCheckpoint root(Job state, Start start, int id) {
        LedgerEntry had = start.reported();
        var replaces = had == null || rules.is(Flaw.REPLACED_FORGOTTEN)
                ? null
                : new KnownCheckpoint.Replaced(had.owner().lineage(), had.committed());
        KnownCheckpoint from = from(start);
        Long previous = from == null ? null : from.id();
        Set<String> all = ledgers(state).keySet();
        Set<String> introduced = start.decision() instanceof StartDecision.Restore restore ? restore.introduced() : all;
        return new KnownCheckpoint(id, previous, start.me(), replaces, ledgers(state), introduced);
    }

    static Map<String, String> ledgers(Job state) {
        Map<String, String> ledgers = new HashMap<>();
        for (Outside outside : Refused.outsides(state)) {
            ledgers.put(outside.ledger().identity(), outside.ledger().identity());
        }
        return ledgers;
    }

    private static @Nullable KnownCheckpoint from(Start start) {
        return start.decision() instanceof StartDecision.NewLineage rewind ? rewind.from() : start.base();
    }

    /** Whether the newest checkpoint of a folder was begun to replace just what a ledger holds. */
    static boolean replaces(Folder folder, LedgerEntry entry) {
        Stored newest = folder.checkpoints().get(folder.checkpoints().size() - 1);
        LedgerEntry reported = newest.reported();
        if (reported == null || !reported.owner().lineage().equals(entry.owner().lineage())) {
            return false;
        }
        return entry.equals(reported) || !entry.resource().equals(reported.resource());
    }

    void enterLead(Move move) {
        String name = "enters the first checkpoint at the lead";
        Outside lead = Objects.requireNonNull(move.state().lead());
        if (lead.client() != move.attempt().number()) {
            move.error(name);
            return;
        }
        enter(move, name, lead, Names.LEAD);
    }

    void enterFollower(Move move) {
        String name = "enters the first checkpoint at the follower";
        Outside follower = Objects.requireNonNull(move.state().follower());
        LedgerEntry entry = entry(Names.FOLLOWER, base(move));
        switch (rules.commit(move.attempt().number(), follower.entry(), entry, follower)) {
            case WRITE -> enter(move, name, follower, Names.FOLLOWER);
            case ALREADY -> starting.next(move, name + " that has it", move.attempt());
            case FENCED -> move.error(name);
        }
    }

    private void enter(Move move, String name, Outside outside, String resource) {
        KnownCheckpoint root = base(move);
        LedgerEntry entry = entry(resource, root);
        int lineage = Names.number(root.owner().lineage());
        Shown shown = outside.shown();
        Stored stored = move.folder().find(entry);
        if (stored == null) {
            move.wrong(name, "I1: entered before it is durable: " + entry);
            return;
        }
        if (shown.lineage() != lineage && shown.lineage() >= 0 && resource.equals(Names.LEAD)) {
            LedgerEntry had = outside.entry();
            if (had != null && !had.equals(stored.reported())) {
                move.wrong(name, "repeats output after " + had + ", but consent was given to " + stored.reported());
                return;
            }
        }
        int begins = outside.outputs(stored.position());
        if (shown.of(lineage) != begins) {
            move.wrong(name, "begins at output " + begins + " in a lineage that has shown " + shown.of(lineage));
            return;
        }
        Outside entered = outside.entered(entry).with(shown.turnsTo(lineage));
        Job after = resource.equals(Names.LEAD)
                ? move.state().lead(entered)
                : move.state().follower(entered);
        starting.next(move.with(after), name, move.attempt());
        if (move.state().left().lostAnswers() > 0) {
            move.fault(
                    name + ", the answer is lost",
                    after.with(after.left().lostAnswer()),
                    move.attempt().failed());
        }
    }

    void restore(Move move) {
        KnownCheckpoint base = base(move);
        Stored stored = move.folder().find(base.id());
        String name = "restores checkpoint " + base.id();
        if (stored == null) {
            if (move.newest()) {
                move.wrong(name, "I6: it is gone");
            } else {
                move.to(name + " that is gone", Attempt.NONE);
            }
            return;
        }
        int position = stored.position();
        LeadState lead = move.state().lead() == null ? null : LeadState.recovered(0, base.id());
        FollowerState follower = move.state().follower() == null ? null : FollowerState.recovered(base.id());
        LedgerEntry held = follower == null ? null : entry(Names.FOLLOWER, base);
        var start = new Start(new StartDecision.FirstStart(), move.me(), base, false);
        move.to(
                name,
                move.attempt().with(start).with(new Run(position, position, base.id(), lead, follower, held, null)));
    }

    static LedgerEntry entry(String resource, KnownCheckpoint checkpoint) {
        return new LedgerEntry(Names.JOB, resource, checkpoint.id(), checkpoint.owner());
    }

    private static KnownCheckpoint base(Move move) {
        return Objects.requireNonNull(
                Objects.requireNonNull(move.attempt().start()).base());
    }
}
