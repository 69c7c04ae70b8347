package io.staunch.runtime.environment;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.statebackend.disk.LocalDisk;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** This JVM and this machine. */
public final class LocalEnvironment implements Environment {
    private final Disk disk = new LocalDisk();

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMs() {
        return System.currentTimeMillis();
    }

    @Override
    public UUID newId() {
        return UUID.randomUUID();
    }

    @Override
    public long random(long bound) {
        return ThreadLocalRandom.current().nextLong(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return AgentThread.start(name, agent);
    }

    @Override
    public boolean mayWait() {
        return !AgentThread.isCurrent();
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return production.get();
    }

    @Override
    public void atShutdown(Runnable action) {
        Runtime.getRuntime().addShutdownHook(new Thread(action, "staunch-shutdown"));
    }
}
