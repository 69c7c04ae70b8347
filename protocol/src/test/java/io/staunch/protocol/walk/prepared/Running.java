package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.checkpoint.CheckpointTrigger;
import io.staunch.protocol.checkpoint.Retention;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.prepared.PreparedState;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.prepared.Process.Run;
import io.staunch.protocol.walk.prepared.Store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The steps of a process that runs. */
final class Running {
    /** So many intervals may wait for a sink. */
    private static final int LAG = 2;

    private Running() {}

    static Run begin(Move move, Stored restored, List<LedgerEntry> held) {
        int sinks = move.setting().sinks().size();
        long id = restored.id();
        return new Run(
                restored.position(),
                restored.position(),
                id,
                move.state().store().nextId(),
                move.setting().lead() ? LeadState.recovered(0, id) : null,
                Collections.nCopies(sinks, PreparedState.recovered(id)),
                held,
                Starting.nothing(sinks * move.process().parallelism()),
                Map.of(),
                -1,
                0);
    }

    static void steps(Move move) {
        Run run = Objects.requireNonNull(move.process().run());
        if (run.taking() >= 0) {
            checkpoint(move, run);
        } else {
            if (run.position() < move.setting().records()) {
                record(move, run);
            }
            trigger(move, run);
        }
        if (run.lead() != null && run.lead().committing() != null) {
            commitLead(move, run, run.lead());
        }
        for (int sink = 0; sink < run.sinks().size(); sink++) {
            PreparedState.Next next = run.sinks().get(sink).next();
            if (next != null && !move.prepares(sink)) {
                int at = sink;
                write(move, sink, next.checkpoint(), run.held().get(sink), entry -> entered(move, run, at, entry));
            } else if (next != null && next.tokens().isEmpty()) {
                enter(move, run, sink, next.checkpoint());
            } else if (next != null) {
                commitNext(move, run, sink, next);
            }
            rollBack(move, run, sink);
        }
        if (move.state().left().errors() > 0) {
            move.fault(
                    "has an error",
                    move.state().with(move.state().left().error()),
                    move.process().failed());
        }
    }

    /** A record is written into the open transactions of its task, unless a row is locked. */
    private static void record(Move move, Run run) {
        String name = "reads record " + run.position();
        int task = run.position() % move.setting().keys() % move.process().parallelism();
        List<Integer> open = run.open();
        for (int sink = 0; sink < run.sinks().size(); sink++) {
            if (!move.prepares(sink)) {
                continue;
            }
            Outside outside = move.state().outsides().get(sink);
            int record = Output.with(Output.NONE, run.position());
            Set<PreparedToken> locks = move.setting().locks() ? outside.locking(record, null) : Set.of();
            if (!locks.isEmpty()) {
                boolean own = run.sinks().get(sink).open().stream().anyMatch(locks::contains);
                if (own && !move.is(Break.NO_LOCK_TIMEOUT)) {
                    // It waits for a checkpoint that waits for it: the outside's lock timeout ends that.
                    move.error(name + ", waits for a lock too long");
                }
                return;
            }
            int at = sink * move.process().parallelism() + task;
            open = Process.replaced(open, at, Output.with(open.get(at), run.position()));
        }
        move.to(name, move.process().with(run.wrote(open)));
    }

    private static void trigger(Move move, Run run) {
        boolean committing = run.lead() != null && !run.lead().mayStart();
        boolean changed = run.position() > run.captured();
        var facts = new CheckpointTrigger.Facts(1, 0, 1, false, committing, changed, false, 0, Long.MAX_VALUE, 1);
        boolean mayLag = run.sinks().stream().allMatch(sink -> sink.follower().mayStart(LAG));
        if (CheckpointTrigger.decide(facts) == CheckpointTrigger.Decision.START && mayLag) {
            int id = move.state().store().nextId();
            State begun = move.state().with(move.state().store().begun());
            move.to("starts checkpoint " + id, begun, move.process().with(run.takes(id)));
        }
    }

    private static void checkpoint(Move move, Run run) {
        if (move.state().left().declines() > 0) {
            decline(move, run);
        }
        int at = run.prepared();
        while (at < run.open().size() && run.open().get(at) == Output.NONE) {
            at++;
        }
        boolean unprepared = at < run.open().size();
        if (unprepared) {
            Run there = run;
            while (there.prepared() < at) {
                there = there.preparedNothing();
            }
            prepare(move, there);
        }
        if (!unprepared || move.is(Break.DURABLE_UNPREPARED)) {
            durable(move, run);
        }
    }

    private static void decline(Move move, Run run) {
        State declined = move.state().with(move.state().left().decline());
        Run next = run.takes(-1);
        if (move.is(Break.DECLINED_FORGOTTEN) || move.is(Break.DECLINED_ROLLED_BACK)) {
            List<PreparedState> states = new ArrayList<>();
            for (int sink = 0; sink < run.sinks().size(); sink++) {
                PreparedState state = run.sinks().get(sink);
                if (move.is(Break.DECLINED_ROLLED_BACK)) {
                    Outside outside = declined.outsides().get(sink);
                    declined = declined.with(sink, outside.without(Set.copyOf(state.open())));
                }
                states.add(new PreparedState(state.follower(), List.of(), state.waiting()));
            }
            next = next.with(next.lead(), List.copyOf(states));
        }
        move.fault(
                "declines checkpoint " + run.taking(), declined, move.process().with(next));
    }

    /** If there is no answer, a look tells whether it is prepared; if it is not, its records have gone with the transaction. */
    private static void prepare(Move move, Run run) {
        int sink = run.prepared() / move.process().parallelism();
        int task = run.prepared() % move.process().parallelism();
        var token = new PreparedToken(move.me(), task, run.taking());
        int content = run.open().get(run.prepared());
        Outside outside = move.state().outsides().get(sink);
        String name = "prepares " + text(token) + " at sink " + sink;
        move.to(
                name,
                move.state().with(sink, outside.prepared(token, content)),
                move.process().with(run.prepared(sink, token)));
        if (move.state().left().lostAnswers() > 0 && outside.late() == null) {
            State lost = move.state().with(move.state().left().lostAnswer());
            Outside late = outside.with(new Outside.Late(token, content));
            move.fault(
                    name + " and does not see it done",
                    lost.with(sink, late),
                    move.process().failed());
        }
    }

    private static void durable(Move move, Run run) {
        String name = "makes checkpoint " + run.taking() + " durable";
        if (!move.newest()) {
            move.stale(name);
            return;
        }
        List<List<PreparedToken>> tokens = new ArrayList<>();
        Map<String, String> ledgers = new TreeMap<>();
        List<PreparedState> states = new ArrayList<>();
        boolean allowed = run.lead() == null || move.is(Break.BEFORE_LEAD);
        for (int sink = 0; sink < run.sinks().size(); sink++) {
            PreparedState state = run.sinks().get(sink);
            tokens.add(state.open());
            ledgers.put(Move.resource(sink), Move.resource(sink));
            PreparedState next = state.durable(run.taking());
            states.add(allowed ? next.allowed(run.taking()) : next);
        }
        if (run.lead() != null) {
            ledgers.put(Names.LEAD, Names.LEAD);
        }
        var known = new KnownCheckpoint(run.taking(), run.previous(), move.me(), null, ledgers, Set.of());
        var stored = new Stored(known, run.captured(), run.position(), List.copyOf(tokens), run.copies());
        LeadState lead = run.lead() == null ? null : run.lead().durable(run.taking());
        move.to(
                name,
                move.state().with(move.state().store().with(stored)),
                move.process().with(run.durable(run.taking(), lead, List.copyOf(states))));
    }

    private static void commitLead(Move move, Run run, LeadState lead) {
        long id = Objects.requireNonNull(lead.committing()).checkpoint();
        String name = "commits checkpoint " + id + " at the lead";
        if (move.state().leadClient() != move.process().number()) {
            move.error(name);
            return;
        }
        List<PreparedState> states = run.sinks().stream()
                .map(sink -> sink.follower().allowed() < id ? sink.allowed(id) : sink)
                .toList();
        Run next = run.with(lead.committed(id), states);
        State committed = move.state().lead(move.state().leadClient(), id);
        move.call(name, free(move, committed, next), move.process().with(next));
    }

    private static void commitNext(Move move, Run run, int sink, PreparedState.Next next) {
        PreparedToken token = next.tokens().get(0);
        String name = "commits " + text(token) + " at sink " + sink;
        PreparedState settled = run.sinks().get(sink).settled(token);
        Process after = move.process().with(run.with(sink, settled));
        if (move.is(Break.ENTERED_EARLY)) {
            enter(move, run, sink, next.checkpoint());
        }
        if (move.state().outsides().get(sink).pending().containsKey(token)) {
            commit(move, name, sink, token, after);
        } else if (move.is(Break.COMMIT_UNASKED)) {
            move.to(name + ", which is not there", after);
        } else {
            move.error(name);
        }
    }

    /** A commit of what is prepared. */
    static void commit(Move move, String name, int sink, PreparedToken token, Process next) {
        Outside outside = move.state().outsides().get(sink);
        int content = Objects.requireNonNull(outside.pending().get(token));
        Outside shows = outside.shows(content);
        if (shows == null) {
            move.wrong(name, "readers see " + Output.text(content) + " after " + outside.shown());
            return;
        }
        Outside after = shows.without(Set.of(token)).evident(token);
        move.call(name, move.state().with(sink, after), next);
    }

    private static void enter(Move move, Run run, int sink, long checkpoint) {
        String name = "enters checkpoint " + checkpoint + " at sink " + sink;
        if (move.state().store().find(checkpoint) == null) {
            gone(move, name);
            return;
        }
        LedgerEntry entry = Move.entry(sink, checkpoint, move.me());
        Outside outside = move.state().outsides().get(sink);
        int fence = move.process().fences().get(sink);
        switch (LedgerRow.commit(fence, run.held().get(sink), entry, outside.fence(), outside.entry())) {
            case WRITE -> {
                Process next = entered(move, run, sink, entry);
                State after = move.state().with(sink, outside.entered(entry));
                move.call(name, free(move, after, Objects.requireNonNull(next.run())), next);
            }
            case ALREADY -> throw new IllegalStateException("nothing is sent twice without a new fence");
            case FENCED -> move.error(name);
        }
    }

    private static Process entered(Move move, Run run, int sink, LedgerEntry entry) {
        PreparedState state = run.sinks().get(sink);
        if (move.is(Break.ENTERED_EARLY)) {
            for (PreparedToken token : Objects.requireNonNull(state.next()).tokens()) {
                state = state.settled(token);
            }
        }
        PreparedState committed = state.committed(entry.committed());
        return move.process().with(run.with(sink, committed).holds(sink, entry));
    }

    /** A follower with a write-ahead copy commits a checkpoint: records and entry in one transaction. */
    static void write(Move move, int sink, long id, LedgerEntry before, Function<LedgerEntry, Process> next) {
        String name = "commits checkpoint " + id + " at sink " + sink;
        Stored stored = move.state().store().find(id);
        if (stored == null) {
            gone(move, name);
            return;
        }
        int content = Output.NONE;
        for (int record = stored.from(); record < stored.position(); record++) {
            content = Output.with(content, record);
        }
        LedgerEntry entry = Move.entry(sink, id, stored.known().owner());
        Outside outside = move.state().outsides().get(sink);
        int fence = move.process().fences().get(sink);
        switch (LedgerRow.commit(fence, before, entry, outside.fence(), outside.entry())) {
            case WRITE -> {
                Outside shows = outside.shows(content);
                if (shows == null) {
                    move.wrong(name, "readers see " + Output.text(content) + " after " + outside.shown());
                    return;
                }
                Process process = next.apply(entry);
                State after = move.state().with(sink, shows.entered(entry));
                move.call(name, process.run() == null ? after : free(move, after, process.run()), process);
            }
            case ALREADY -> throw new IllegalStateException("nothing is sent twice without a new fence");
            case FENCED -> move.error(name);
        }
    }

    /** What is needed of a checkpoint is not there. */
    static void gone(Move move, String name) {
        if (move.newest()) {
            move.wrong(name, "I6: the checkpoint is gone");
        } else {
            move.error(name);
        }
    }

    /** What older attempts have left, or sent late. */
    private static void rollBack(Move move, Run run, int sink) {
        if (move.is(Break.STRAYS_ONCE) || move.is(Break.STRAYS_LEFT)) {
            return;
        }
        Outside outside = move.state().outsides().get(sink);
        PreparedState state = run.sinks().get(sink);
        Set<PreparedToken> strays = move.is(Break.ANYBODYS_ROLLED_BACK)
                ? Set.copyOf(outside.pending().keySet().stream()
                        .filter(token -> !state.needs(token))
                        .toList())
                : Starting.strays(move, run.firstId()).among(outside.pending().keySet(), state::needs);
        if (!strays.isEmpty()) {
            State rest = move.state().with(sink, outside.without(strays));
            move.to("rolls back what came late at sink " + sink, rest, move.process());
        }
    }

    /** The state after checkpoints that nobody can ask for any more are freed. */
    private static State free(Move move, State state, Run run) {
        Store store = state.store();
        List<Long> complete = store.checkpoints().stream()
                .filter(stored ->
                        stored.known().owner().epoch() <= move.process().number())
                .map(Stored::id)
                .toList();
        long oldest = Long.MAX_VALUE;
        long newest = 0;
        for (PreparedState sink : run.sinks()) {
            oldest = Math.min(oldest, sink.follower().committed());
            newest = Math.max(newest, sink.follower().committed());
        }
        long committed = move.is(Break.ONE_RETAINS) ? newest : oldest;
        if (run.lead() != null) {
            long lead = run.lead().committed();
            committed = move.is(Break.NOT_RETAINED) ? lead : Math.min(committed, lead);
        }
        Set<Long> kept = Retention.keep(complete, committed, 1);
        Set<Long> ids = new HashSet<>(kept);
        store.checkpoints().stream()
                .map(Stored::id)
                .filter(id -> !complete.contains(id))
                .forEach(ids::add);
        return state.with(store.keeping(ids));
    }

    static String text(PreparedToken token) {
        return "transaction " + token.owner().epoch() + "/" + token.task() + "/" + token.checkpoint();
    }
}
