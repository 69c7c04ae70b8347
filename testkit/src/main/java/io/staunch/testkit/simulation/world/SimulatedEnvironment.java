package io.staunch.testkit.simulation.world;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import java.util.UUID;
import java.util.function.Supplier;

/** The world as one simulated process sees it. Reading the monotonic clock takes a moment, so that a loop that waits for a time ends. */
final class SimulatedEnvironment implements Environment {
    private static final long NANOS_PER_READING = 100;
    /** Some day in 2026. */
    private static final long WALL_ORIGIN_MS = 1_780_000_000_000L;

    private final SimulatedWorld world;
    private final SimulatedProcess process;
    private final Chance chance;
    private final long nanoOrigin;
    private final Disk disk;
    private long wallSkewMs;

    SimulatedEnvironment(SimulatedWorld world, SimulatedProcess process, Chance chance, Disk disk) {
        this.world = world;
        this.process = process;
        this.chance = chance;
        this.disk = disk;
        nanoOrigin = chance.below(8) == 0 ? Long.MAX_VALUE - chance.below(10_000_000_000L) : chance.next() >> 8;
        wallSkewMs = chance.between(-2_000, 2_000);
    }

    @Override
    public long nanoTime() {
        world.clock().tick(NANOS_PER_READING);
        return nanoOrigin + world.clock().nanos();
    }

    @Override
    public long currentTimeMs() {
        return WALL_ORIGIN_MS + wallSkewMs + world.clock().nanos() / 1_000_000;
    }

    void jumpWallClock(long ms) {
        wallSkewMs += ms;
    }

    @Override
    public UUID newId() {
        return new UUID((chance.next() & ~0xF000L) | 0x4000L, (chance.next() >>> 2) | Long.MIN_VALUE);
    }

    @Override
    public long random(long bound) {
        return chance.below(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return process.start(name, agent);
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
        return world.portOf(type, process);
    }
}
