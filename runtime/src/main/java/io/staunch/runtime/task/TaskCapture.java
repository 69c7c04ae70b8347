package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.data.Barrier;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The capture of a task: begun at the barrier, then written in slices, one for each step of the task, and reported when it is finished. The
 * slices do not wait for input or for room in the task's outbox: what holds that up may be a sink that waits for this very checkpoint. Owned
 * by the task's worker.
 */
final class TaskCapture {
    /** Entries in a slice. With fewer, more of them are changed before they are written, which costs more; with more, records wait longer. */
    private static final int SLICE = 4_096;

    /** What is being captured for one checkpoint. */
    private record Begun(
            long checkpoint,
            List<Capture> captures,
            List<SourcePlace> inFlight,
            List<Split> positions,
            long records,
            long alignmentNanos) {}

    private final int task;
    private final String name;
    private final List<Stateful> states;
    private final Reports reports;
    private final Environment environment;
    private @Nullable Begun begun;
    private boolean justBegun;
    private int next;
    private long nanos;

    TaskCapture(int task, String name, List<Stateful> states, Reports reports, Environment environment) {
        this.task = task;
        this.name = name;
        this.states = states;
        this.reports = reports;
        this.environment = environment;
    }

    /** The barrier is here: what is captured is the state of now. A capture that is unfinished is dropped: its checkpoint has failed. */
    void begin(Barrier barrier, List<Split> positions, long records, long alignmentNanos) {
        drop();
        long start = environment.nanoTime();
        List<Capture> captures = new ArrayList<>();
        List<SourcePlace> inFlight = new ArrayList<>();
        for (Stateful state : states) {
            captures.add(state.capture(barrier));
            inFlight.addAll(state.inFlight());
        }
        var now = new Begun(barrier.checkpoint(), captures, inFlight, positions, records, alignmentNanos);
        begun = now;
        justBegun = true;
        next = 0;
        nanos = environment.nanoTime() - start;
        if (captures.isEmpty()) {
            finish(now);
        }
    }

    /** Writes one slice, if there is something to write; none in the step of the barrier, which has done enough. Returns whether there is. */
    boolean step() {
        Begun now = begun;
        if (now == null) {
            return false;
        }
        if (justBegun) {
            justBegun = false;
            return true;
        }
        long start = environment.nanoTime();
        if (now.captures().get(next).advance(SLICE)) {
            next++;
        }
        nanos += environment.nanoTime() - start;
        if (next == now.captures().size()) {
            finish(now);
        }
        return true;
    }

    /** The checkpoint has failed. */
    void abandon(long checkpoint) {
        if (begun != null && begun.checkpoint() <= checkpoint) {
            drop();
        }
    }

    /** Lets go of what is unfinished. */
    void drop() {
        if (begun != null) {
            begun.captures().forEach(Capture::drop);
            begun = null;
        }
    }

    private void finish(Begun now) {
        Map<String, Captured> state = new LinkedHashMap<>();
        for (int i = 0; i < states.size(); i++) {
            state.put(states.get(i).operator(), now.captures().get(i).result());
        }
        begun = null;
        reports.step(ProtocolStep.STATE_CAPTURED, now.checkpoint(), name, "");
        reports.captured(new Reports.Captured(
                task,
                now.checkpoint(),
                state,
                now.inFlight(),
                now.positions(),
                now.records(),
                now.alignmentNanos(),
                nanos));
    }
}
