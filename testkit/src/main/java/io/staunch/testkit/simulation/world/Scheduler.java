package io.staunch.testkit.simulation.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses who is stepped next, unfairly: threads stall for up to a fifth of a second, idle ones are sometimes stepped for no reason, and
 * neighbours of sleepers get more than their share. Owned by the thread that runs the world.
 */
final class Scheduler {
    private static final double SPURIOUS = 1.0 / 16;
    private static final double STALL = 1.0 / 400;
    private static final long SHORTEST_STALL_NANOS = 20_000;
    private static final long LONGEST_STALL_NANOS = 200_000_000;

    private final Chance chance;
    private final VirtualClock clock;

    Scheduler(Chance chance, VirtualClock clock) {
        this.chance = chance;
        this.clock = clock;
    }

    /** An agent that can be stepped and seems to have something to do, or null if there is none. */
    @Nullable
    SimulatedAgent next(List<SimulatedProcess> processes, boolean stalls) {
        int count = processes.size();
        int start = count < 2 ? 0 : chance.below(count);
        for (int i = 0; i < count; i++) {
            SimulatedProcess process = processes.get((start + i) % count);
            SimulatedAgent agent = process.state() == ProcessState.RUNNING ? agent(process.agents(), stalls) : null;
            if (agent != null) {
                return agent;
            }
        }
        return null;
    }

    private @Nullable SimulatedAgent agent(List<SimulatedAgent> agents, boolean stalls) {
        int count = agents.size();
        if (count == 0) {
            return null;
        }
        boolean spurious = chance.happens(SPURIOUS);
        int start = chance.below(count);
        for (int i = 0; i < count; i++) {
            SimulatedAgent agent = agents.get((start + i) % count);
            if (agent.free() && (agent.awake() || spurious) && agent.stalledUntil() <= clock.nanos()) {
                if (stalls && chance.happens(STALL)) {
                    agent.stall(clock.nanos() + chance.skewed(SHORTEST_STALL_NANOS, LONGEST_STALL_NANOS));
                    continue;
                }
                return agent;
            }
        }
        return null;
    }
}
