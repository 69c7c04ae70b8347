package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolEvent;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What has happened in a world: a hash over every step, to tell whether two runs are the same, and the last protocol events and faults,
 * to read. Owned by the thread that runs the world.
 */
public final class Trace {
    private static final int KEPT = 60;

    private final ArrayDeque<Line> lines = new ArrayDeque<>(KEPT);
    private long hash = 1;

    /** Equal for two runs that took the same steps at the same times with the same events. */
    public long hash() {
        return hash;
    }

    /** The last protocol events and faults, oldest first. */
    public List<String> last() {
        return lines.stream().map(Line::toString).toList();
    }

    void stepped(SimulatedAgent agent, int result, long nanos) {
        add(agent.number() * 4L + result);
        add(nanos);
    }

    void event(long step, SimulatedProcess process, ProtocolEvent event) {
        add(event.step().ordinal());
        add(process.number());
        add(event.epoch());
        add(event.checkpoint());
        keep(new Line(step, process.name(), event));
    }

    void fault(HappenedFault fault) {
        add(fault.action().ordinal());
        add(fault.step());
        keep(new Line(fault.step(), fault.process(), fault.action() + " at " + fault.at()));
    }

    /** Something else that people should see among the events. */
    public void note(long step, String who, String what) {
        add(what.hashCode());
        keep(new Line(step, who, what));
    }

    private void add(long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
    }

    private void keep(Line line) {
        if (lines.size() == KEPT) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    /** Made into text only when it is read. */
    private record Line(long step, String who, Object what) {
        @Override
        public String toString() {
            return "%7d %-4s %s".formatted(step, who, what);
        }
    }
}
