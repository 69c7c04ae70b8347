package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolEvent;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What has happened in a world: a hash over every step, to tell whether two runs are the same, and the last protocol events and faults,
 * to read. Owned by the thread that runs the world.
 */
public final class Trace {
    /** What the text of a fault begins with, after step and process. */
    public static final String FAULT = "fault: ";

    private static final int KEPT = 60;

    private final ArrayDeque<Line> lines = new ArrayDeque<>(KEPT);
    private int kept = KEPT;
    private long hash = 1;

    /** Equal for two runs that took the same steps at the same times with the same events. */
    public long hash() {
        return hash;
    }

    /** The last protocol events and faults, oldest first. */
    public List<String> last() {
        return lines.stream().map(Line::toString).toList();
    }

    /** How many of the last events and faults are kept to be read. */
    public void keep(int count) {
        kept = count;
    }

    void stepped(SimulatedAgent agent, int result, long nanos) {
        add(agent.number() * 4L + result);
        add(nanos);
    }

    void event(long step, SimulatedProcess process, ProtocolEvent event) {
        add(event.step().ordinal());
        add(process.number());
        add(event.epoch());
        add(event.subject().hashCode());
        add(event.detail().hashCode());
        add(event.checkpoint());
        keep(new Line(step, process.name(), event));
    }

    void fault(HappenedFault fault) {
        add(fault.action().ordinal());
        add(fault.step());
        keep(new Line(fault.step(), fault.process(), FAULT + fault.what()));
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
        if (lines.size() == kept) {
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
