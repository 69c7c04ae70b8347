package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.prepared.PreparedRecovery;
import io.staunch.protocol.prepared.PreparedRecovery.Interval;
import io.staunch.protocol.prepared.PreparedRecovery.Plan;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.prepared.Settle;
import io.staunch.protocol.prepared.Strays;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.Recovery;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.prepared.Process.Phase;
import io.staunch.protocol.walk.prepared.Store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** The steps of a process from its claim, or from an error, until it runs. The order of the looks is walked singly in the job's world. */
final class Starting {
    private Starting() {}

    static void step(Move move) {
        switch (move.process().phase()) {
            case FENCE -> fence(move);
            case READ -> read(move);
            case LIST -> list(move);
            case EVIDENCE -> evidence(move);
            case ROLL_BACK -> rollBack(move);
            case SETTLE -> settle(move);
            case ENTER -> enter(move);
            case RUN, ENDED -> throw new IllegalStateException("it does not start");
        }
    }

    private static void fence(Move move) {
        if (!move.newest()) {
            move.stale("looks at the store");
            return;
        }
        State state = move.state().lead(move.process().number(), move.state().leadEntry());
        List<Integer> fences = new ArrayList<>();
        List<Outside> fenced = new ArrayList<>();
        for (Outside outside : state.outsides()) {
            boolean early = move.is(Break.ROLLED_BACK_FIRST);
            Outside now = (early ? outside.without(older(move, outside)) : outside).fenced();
            fenced.add(now);
            fences.add(now.fence());
        }
        move.to("fences", state.with(List.copyOf(fenced)), move.process().fenced(List.copyOf(fences)));
    }

    private static Set<PreparedToken> older(Move move, Outside outside) {
        return strays(move, move.state().store().nextId())
                .among(outside.pending().keySet(), token -> false);
    }

    static Strays strays(Move move, int firstId) {
        return new Strays(move.me(), firstId, Set.of());
    }

    private static void read(Move move) {
        String name = "reads the ledgers and the store";
        StartDecision decision = Recovery.decide(facts(move));
        switch (decision.kind()) {
            case STALE -> move.stale(name);
            case RESTORE -> {
                Process.Recovery recovery = recovery(move, (StartDecision.Restore) decision);
                move.to(name, first(move, recovery));
            }
            case FIRST_START, COMMIT_FIRST_ENTRY, NEW_LINEAGE, REFUSE -> move.wrong(name, decision.toString());
        }
    }

    private static StartFacts facts(Move move) {
        Map<String, LedgerView> ledgers = new HashMap<>();
        for (int sink = 0; sink < move.state().outsides().size(); sink++) {
            String resource = Move.resource(sink);
            ledgers.put(
                    resource,
                    new LedgerView(
                            resource, null, move.state().outsides().get(sink).entry()));
        }
        List<KnownCheckpoint> known =
                move.state().store().checkpoints().stream().map(Stored::known).toList();
        String lead = null;
        if (move.setting().lead()) {
            lead = Names.LEAD;
            Stored committed = Objects.requireNonNull(
                    move.state().store().find(move.state().leadEntry()));
            var entry = new LedgerEntry(
                    Names.JOB, Names.LEAD, committed.id(), committed.known().owner());
            ledgers.put(Names.LEAD, new LedgerView(Names.LEAD, null, entry));
        }
        Set<UUID> claimants = new HashSet<>();
        for (int number = 1; number <= move.process().number(); number++) {
            claimants.add(Names.attempt(number));
        }
        return new StartFacts(
                Names.JOB, "store", move.me(), move.newest(), claimants, known, lead, ledgers, false, Set.of());
    }

    private static Process.Recovery recovery(Move move, StartDecision.Restore restore) {
        Stored restored = Objects.requireNonNull(
                move.state().store().find(restore.checkpoint().id()));
        List<List<Long>> lacking = new ArrayList<>();
        List<LedgerEntry> held = new ArrayList<>();
        for (int sink = 0; sink < move.state().outsides().size(); sink++) {
            List<Long> of = List.of();
            for (StartDecision.CatchUp catchUp : restore.catchUps()) {
                if (catchUp.resource().equals(Move.resource(sink))) {
                    of = catchUp.checkpoints();
                }
            }
            lacking.add(of);
            held.add(move.state().outsides().get(sink).entry());
        }
        return new Process.Recovery(restored, List.copyOf(lacking), List.copyOf(held), 0, Set.of(), null, 0);
    }

    /** To the first step at a sink. */
    private static Process first(Move move, Process.Recovery recovery) {
        Phase phase = move.prepares(recovery.sink())
                ? move.is(Break.EVIDENCE_FIRST) ? Phase.EVIDENCE : Phase.LIST
                : Phase.SETTLE;
        return settled(move, move.process().to(phase, recovery));
    }

    private static void list(Move move) {
        Process.Recovery recovery = Objects.requireNonNull(move.process().recovery());
        Set<PreparedToken> pending = outside(move, recovery).pending().keySet();
        String name = "lists what is prepared at sink " + recovery.sink();
        if (move.is(Break.EVIDENCE_FIRST)) {
            decide(move, name, recovery, pending, recovery.pending());
        } else {
            move.to(name, move.process().to(Phase.EVIDENCE, recovery.saw(Set.copyOf(pending))));
        }
    }

    private static void evidence(Move move) {
        Process.Recovery recovery = Objects.requireNonNull(move.process().recovery());
        Set<PreparedToken> evidence = outside(move, recovery).evidence();
        String name = "looks for what is committed at sink " + recovery.sink();
        if (move.is(Break.EVIDENCE_FIRST)) {
            move.to(name, move.process().to(Phase.LIST, recovery.saw(evidence)));
        } else {
            decide(move, name, recovery, recovery.pending(), evidence);
        }
    }

    private static void decide(
            Move move,
            String name,
            Process.Recovery recovery,
            Set<PreparedToken> pending,
            Set<PreparedToken> evidence) {
        List<Interval> lacking = new ArrayList<>();
        for (long id : recovery.lacking().get(recovery.sink())) {
            Stored stored = move.state().store().find(id);
            if (stored == null) {
                Running.gone(move, name);
                return;
            }
            lacking.add(new Interval(id, tokens(move, stored, recovery.sink())));
        }
        decided(move, name, recovery, plan(move, lacking, pending, evidence));
    }

    private static Plan plan(
            Move move, List<Interval> lacking, Set<PreparedToken> pending, Set<PreparedToken> evidence) {
        Strays strays = strays(move, move.state().store().nextId());
        Plan plan = PreparedRecovery.plan(new PreparedRecovery.Facts(
                strays, lacking, pending, true, evidence, move.setting().copies()));
        if (move.is(Break.STRAYS_LEFT)) {
            return new Plan(Set.of(), plan.steps());
        }
        if (move.is(Break.COPY_BEHIND_PREPARED)) {
            List<PreparedRecovery.Step> steps = plan.steps().stream()
                    .map(step -> plan.rollBack().contains(step.token())
                            ? new PreparedRecovery.Step(step.checkpoint(), step.token(), Settle.COMMIT)
                            : step)
                    .toList();
            return new Plan(strays.among(pending, named(lacking)::contains), steps);
        }
        if (move.is(Break.ANYBODYS_ROLLED_BACK)) {
            Set<PreparedToken> all = new HashSet<>(pending);
            all.removeAll(named(lacking));
            return new Plan(Set.copyOf(all), plan.steps());
        }
        if (move.is(Break.COMMIT_UNASKED)) {
            return new Plan(
                    plan.rollBack(),
                    plan.steps().stream()
                            .map(step -> new PreparedRecovery.Step(
                                    step.checkpoint(),
                                    step.token(),
                                    step.settle() == Settle.REPORT ? Settle.DONE : step.settle()))
                            .toList());
        }
        return plan;
    }

    private static Set<PreparedToken> named(List<Interval> lacking) {
        Set<PreparedToken> named = new HashSet<>();
        lacking.forEach(interval -> named.addAll(interval.tokens()));
        return named;
    }

    private static List<PreparedToken> tokens(Move move, Stored stored, int sink) {
        List<PreparedToken> tokens = stored.tokens().get(sink);
        if (move.is(Break.TOKENS_ANEW)) {
            return tokens.stream()
                    .map(token -> new PreparedToken(move.me(), token.task(), token.checkpoint()))
                    .toList();
        }
        if (move.is(Break.OWN_TASK_ONLY)) {
            return tokens.stream()
                    .filter(token -> token.task() < move.process().parallelism())
                    .toList();
        }
        return tokens;
    }

    private static void decided(Move move, String name, Process.Recovery recovery, Plan plan) {
        if (plan.lost().isEmpty()) {
            Process.Recovery next = recovery.with(plan);
            Process process = move.process().to(plan.rollBack().isEmpty() ? Phase.SETTLE : Phase.ROLL_BACK, next);
            move.to(name, settled(move, process));
            return;
        }
        PreparedToken lost = plan.lost().get(0);
        boolean dropped = outside(move, recovery).dropped().contains(lost);
        if (move.newest() && !dropped) {
            move.wrong(name, lost.text() + " is reported as dropped, and it was not");
        } else if (move.newest()) {
            move.to(name + ", reports what is dropped", move.state().reports(), Process.NONE);
        } else {
            move.stale(name);
        }
    }

    private static void rollBack(Move move) {
        Process.Recovery recovery = Objects.requireNonNull(move.process().recovery());
        Plan plan = Objects.requireNonNull(recovery.plan());
        Outside rest = outside(move, recovery).without(plan.rollBack());
        Process next = settled(move, move.process().to(Phase.SETTLE, recovery));
        String name = "rolls back what is left at sink " + recovery.sink();
        move.to(name, move.state().with(recovery.sink(), rest), next);
    }

    /** A process that settles, or has nothing left to settle. */
    private static Process settled(Move move, Process process) {
        Process.Recovery recovery = Objects.requireNonNull(process.recovery());
        if (process.phase() != Phase.SETTLE) {
            return process;
        }
        int steps = recovery.plan() != null
                ? recovery.plan().steps().size()
                : recovery.lacking().get(recovery.sink()).size();
        if (recovery.at() < steps) {
            return process;
        }
        boolean enter = recovery.plan() != null
                && !recovery.lacking().get(recovery.sink()).isEmpty();
        return enter ? process.to(Phase.ENTER, recovery) : done(move, process, recovery);
    }

    /** To the next sink, or to the first record. */
    private static Process done(Move move, Process process, Process.Recovery recovery) {
        Process.Recovery next = recovery.nextSink();
        if (next.sink() < move.setting().sinks().size()) {
            return first(move, next);
        }
        return process.with(Running.begin(move, recovery.restored(), recovery.held()));
    }

    private static void settle(Move move) {
        Process.Recovery recovery = Objects.requireNonNull(move.process().recovery());
        if (recovery.plan() == null) {
            catchUp(move, recovery);
            return;
        }
        PreparedRecovery.Step step = recovery.plan().steps().get(recovery.at());
        Outside outside = outside(move, recovery);
        Process next = settled(move, move.process().to(Phase.SETTLE, recovery.next()));
        String name = step.settle() + " " + Running.text(step.token()) + " at sink " + recovery.sink();
        switch (step.settle()) {
            case COMMIT -> {
                Integer content = outside.pending().get(step.token());
                if (content == null) {
                    Process again = move.process().to(Phase.LIST, recovery);
                    boolean unasked = move.is(Break.COMMIT_UNASKED);
                    move.to(name + ", which is not there", unasked ? next : again);
                } else {
                    Running.commit(move, name, recovery.sink(), step.token(), next);
                }
            }
            case DONE -> move.to(name, next);
            case WRITE_COPY -> copy(move, name, recovery, step, next);
            case REPORT, ASSUME -> throw new IllegalStateException("not planned: " + step);
        }
    }

    private static void copy(
            Move move, String name, Process.Recovery recovery, PreparedRecovery.Step step, Process next) {
        Outside outside = outside(move, recovery);
        Stored stored = move.state().store().find(step.checkpoint());
        if (stored == null) {
            Running.gone(move, name);
            return;
        }
        int fence = move.process().fences().get(recovery.sink());
        boolean evidence = outside.evidence().contains(step.token());
        int fenced = move.is(Break.COPY_UNFENCED) ? outside.fence() : fence;
        switch (Settle.copy(fenced, outside.fence(), evidence)) {
            case ALREADY -> move.to(name + ", which is there", next);
            case FENCED -> move.error(name);
            case WRITE -> {
                int content = Objects.requireNonNull(stored.copies().get(step.token()));
                if (move.setting().locks()
                        && !outside.locking(content, step.token()).isEmpty()) {
                    if (!move.is(Break.NO_LOCK_TIMEOUT)) {
                        move.to(
                                name + " waits for a lock too long",
                                move.process().to(Phase.LIST, recovery));
                    }
                    return;
                }
                Outside shows = outside.shows(content);
                if (shows == null) {
                    move.wrong(name, "readers see " + Output.text(content) + " after " + outside.shown());
                    return;
                }
                State after = move.state().with(recovery.sink(), shows.evident(step.token()));
                move.call(name, after, next);
            }
        }
    }

    private static void enter(Move move) {
        Process.Recovery recovery = Objects.requireNonNull(move.process().recovery());
        LedgerEntry entry = Move.entry(
                recovery.sink(),
                recovery.restored().id(),
                recovery.restored().known().owner());
        String name = "enters checkpoint " + entry.committed() + " at sink " + recovery.sink();
        Outside outside = outside(move, recovery);
        int fence = move.process().fences().get(recovery.sink());
        LedgerEntry before = recovery.held().get(recovery.sink());
        switch (LedgerRow.commit(fence, before, entry, outside.fence(), outside.entry())) {
            case WRITE -> {
                Process next = done(move, move.process(), recovery.holds(entry));
                move.call(name, move.state().with(recovery.sink(), outside.entered(entry)), next);
            }
            case ALREADY -> throw new IllegalStateException("it was read after fencing");
            case FENCED -> move.error(name);
        }
    }

    /** A follower with a write-ahead copy is given what it lacks, one checkpoint after the other. */
    private static void catchUp(Move move, Process.Recovery recovery) {
        long id = recovery.lacking().get(recovery.sink()).get(recovery.at());
        Running.write(move, recovery.sink(), id, recovery.held().get(recovery.sink()), entry -> {
            Process.Recovery next = recovery.holds(entry);
            return settled(move, move.process().to(Phase.SETTLE, next));
        });
    }

    private static Outside outside(Move move, Process.Recovery recovery) {
        return move.state().outsides().get(recovery.sink());
    }

    static List<Integer> nothing(int size) {
        return Collections.nCopies(size, Output.NONE);
    }
}
