package io.staunch.testkit.log;

import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;
import java.util.List;

/**
 * Other jobs that write to the topic that a job writes to, all the time, in transactions that are aborted. Nearly always one of them is open,
 * so that whoever looks at the topic has to find out whose it is.
 */
public final class Neighbours {
    private static final long SHORTEST_NANOS = 100_000;
    private static final long LONGEST_NANOS = 10_000_000;

    private final List<Stranger> all;
    private boolean calm;

    /** @param noise what their transactions hold */
    public Neighbours(SimulatedLog log, VirtualClock clock, Chance chance, LogTopic topic, Payload noise) {
        all = List.of(
                new Stranger(log, clock, chance, topic, noise, "neighbour-" + topic.name()),
                new Stranger(log, clock, chance, topic, noise, "another-" + topic.name()));
    }

    /** Begins what has ended anew. Called now and then. */
    public void goOn() {
        for (Stranger each : all) {
            if (!calm && !each.isOpen()) {
                each.write(SHORTEST_NANOS, LONGEST_NANOS);
            }
        }
    }

    /** Nothing new is begun. */
    public void calm() {
        calm = true;
    }
}
