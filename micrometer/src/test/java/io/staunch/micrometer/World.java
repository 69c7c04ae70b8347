package io.staunch.micrometer;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** This machine, with a clock that a test can set forward. */
final class World implements Environment {
    private final Environment local = new LocalEnvironment();
    private final AtomicLong ahead = new AtomicLong();

    void forward(Duration by) {
        ahead.addAndGet(by.toNanos());
    }

    @Override
    public long nanoTime() {
        return local.nanoTime() + ahead.get();
    }

    @Override
    public long currentTimeMs() {
        return local.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return local.newId();
    }

    @Override
    public long random(long bound) {
        return local.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return local.start(name, agent);
    }

    @Override
    public Disk disk() {
        return local.disk();
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return local.port(type, production);
    }
}
