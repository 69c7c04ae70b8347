package io.staunch.files;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** A machine with a simulated disk, a clock that a test sets, and agents that it steps. */
final class World implements Environment {
    static final Path IN = Path.of("/in");

    final SimulatedDisk simulated;
    final List<Agent> agents = new ArrayList<>();
    private final Disk disk;
    long nanos;
    private long ids;

    World() {
        this(new SimulatedDisk(new SplittableRandom(1)));
    }

    World(SimulatedDisk simulated) {
        this(simulated, Broken.NOTHING);
    }

    World(SimulatedDisk simulated, Broken how) {
        this.simulated = simulated;
        Disk process = simulated.process("job");
        disk = how == Broken.NOTHING
                ? process
                : new CarelessDisk(process, how != Broken.FILES_NOT_SYNCED, how != Broken.NAMES_NOT_SYNCED);
    }

    /** Time passes, and each agent is stepped until it has nothing to do. */
    void settle() {
        nanos += 1_000_000_000;
        for (Agent agent : List.copyOf(agents)) {
            Agent.Step step = agent.step();
            while (step == Agent.Step.WORKED) {
                step = agent.step();
            }
            if (step == Agent.Step.DONE) {
                agents.remove(agent);
            }
        }
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long currentTimeMs() {
        return nanos / 1_000_000;
    }

    @Override
    public UUID newId() {
        return new UUID(3, ++ids);
    }

    @Override
    public long random(long bound) {
        return 0;
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        agents.add(agent);
        return new AgentHandle() {
            @Override
            public void wake() {
                // It is stepped when the test says so.
            }

            @Override
            public boolean done() {
                return !agents.contains(agent);
            }
        };
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        throw new UnsupportedOperationException();
    }
}
