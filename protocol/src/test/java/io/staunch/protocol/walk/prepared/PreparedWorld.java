package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;
import io.staunch.protocol.walk.World;
import io.staunch.protocol.walk.prepared.Process.Phase;
import io.staunch.protocol.walk.prepared.Store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One store, one or two sinks that prepare or have write-ahead copies, alone or behind a lead: processes start, each at its own parallelism,
 * run, take checkpoints, prepare, commit, fail and begin again, by the production decisions; an old one may go on as a zombie. The outside may
 * drop what is prepared, and prepare late. The lead is coarse: it has worlds of its own. So is the session of a process that has
 * ended: its open transaction holds no locks.
 */
final class PreparedWorld implements World<State> {
    private final Setting setting;
    private final @Nullable Break broken;

    PreparedWorld(Setting setting, @Nullable Break broken) {
        this.setting = setting;
        this.broken = broken;
    }

    @Override
    public State start() {
        Map<String, String> ledgers = new TreeMap<>();
        List<Outside> outsides = new ArrayList<>();
        List<List<PreparedToken>> tokens = new ArrayList<>();
        for (int sink = 0; sink < setting.sinks().size(); sink++) {
            String resource = Move.resource(sink);
            ledgers.put(resource, resource);
            outsides.add(Outside.empty(setting.keys(), new LedgerEntry(Names.JOB, resource, 0, Move.owner(1))));
            tokens.add(List.of());
        }
        if (setting.lead()) {
            ledgers.put(Names.LEAD, Names.LEAD);
        }
        var known = new KnownCheckpoint(0, null, Move.owner(1), null, ledgers, ledgers.keySet());
        var first = new Stored(known, 0, 0, List.copyOf(tokens), Map.of());
        int processes = setting.parallelism().size();
        return new State(
                new Store(1, List.of(first), 1),
                1,
                0,
                List.copyOf(outsides),
                0,
                setting.faults(),
                false,
                Collections.nCopies(processes, Process.NONE));
    }

    @Override
    public void steps(State state, Steps<State> steps) {
        if (state.reported()) {
            return;
        }
        if (state.started() < setting.parallelism().size()) {
            Store claimed = state.store().claimed();
            Process process =
                    Process.claims(claimed.claims(), setting.parallelism().get(state.started()));
            steps.fault(
                    process.number() + " claims the store",
                    state.starts().with(claimed).with(state.started(), process));
        }
        outside(state, steps);
        for (int place = 0; place < state.processes().size(); place++) {
            Process process = state.processes().get(place);
            if (process.phase() == Phase.ENDED) {
                continue;
            }
            steps.fault("crash " + process.number(), state.with(place, Process.NONE));
            var move = new Move(setting, broken, state, place, process, steps);
            if (process.phase() == Phase.RUN) {
                Running.steps(move);
            } else {
                Starting.step(move);
            }
        }
    }

    private void outside(State state, Steps<State> steps) {
        for (int sink = 0; sink < state.outsides().size(); sink++) {
            Outside outside = state.outsides().get(sink);
            if (state.left().drops() > 0) {
                for (PreparedToken token : outside.pending().keySet()) {
                    State dropped = state.with(state.left().drop()).with(sink, outside.drops(token));
                    steps.fault("sink " + sink + " drops " + Running.text(token), dropped);
                }
            }
            Outside.Late late = outside.late();
            if (late != null) {
                Outside without = outside.with((Outside.Late) null);
                String name = Running.text(late.token()) + " at sink " + sink;
                steps.fault(
                        name + " is prepared late", state.with(sink, without.prepared(late.token(), late.content())));
                steps.fault(name + " never arrives", state.with(sink, without));
            }
        }
    }

    @Override
    public @Nullable String violation(State state) {
        Stored lead = state.store().find(state.leadEntry());
        if (setting.lead() && lead == null) {
            return "I6: the lead's ledger names checkpoint " + state.leadEntry() + ", which can't be read";
        }
        int limit = lead != null && setting.lead()
                ? lead.position()
                : state.store().newest().position();
        for (Outside outside : state.outsides()) {
            if (state.store().find(outside.entry().committed()) == null) {
                return "I6: a sink's ledger names checkpoint " + outside.entry().committed() + ", which can't be read";
            }
            if (outside.isBeyond(limit)) {
                return "I1: readers see " + outside.shown() + ", and only " + limit + " records are "
                        + (setting.lead() ? "committed by the lead" : "durable");
            }
        }
        return null;
    }

    @Override
    public boolean live(State state) {
        return state.processes().stream()
                .anyMatch(process -> process.phase() != Phase.ENDED
                        && process.number() == state.store().claims());
    }

    /** Everything is shown once, and nothing is left prepared; or the outside has lost what is nowhere else, and the job has said so. */
    @Override
    public boolean done(State state) {
        return state.reported()
                || state.outsides().stream()
                        .allMatch(outside -> outside.isAfter(setting.records())
                                && outside.pending().isEmpty());
    }

    @Override
    public Object[] parts(State state) {
        List<Object> parts = new ArrayList<>(List.of(
                state.store(), state.leadClient(), state.leadEntry(), state.started(), state.left(), state.reported()));
        parts.addAll(state.outsides());
        parts.addAll(state.processes());
        return parts.toArray();
    }

    @Override
    public State of(Object[] parts) {
        List<Outside> outsides = new ArrayList<>();
        List<Process> processes = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Outside outside) {
                outsides.add(outside);
            } else if (part instanceof Process process) {
                processes.add(process);
            }
        }
        return new State(
                (Store) parts[0],
                (Integer) parts[1],
                (Long) parts[2],
                Collections.unmodifiableList(outsides),
                (Integer) parts[3],
                (Setting.Faults) parts[4],
                (Boolean) parts[5],
                Collections.unmodifiableList(processes));
    }
}
