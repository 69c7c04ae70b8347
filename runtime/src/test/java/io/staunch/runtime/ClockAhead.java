package io.staunch.runtime;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The production environment with a clock that a test sets ahead. */
final class ClockAhead implements Environment {
    private final LocalEnvironment real = new LocalEnvironment();
    private final AtomicLong ahead = new AtomicLong();

    void pass(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return real.nanoTime() + ahead.get();
    }

    @Override
    public long currentTimeMs() {
        return real.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return real.newId();
    }

    @Override
    public long random(long bound) {
        return real.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return real.start(name, agent);
    }

    @Override
    public boolean mayWait() {
        return real.mayWait();
    }

    @Override
    public Disk disk() {
        return real.disk();
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return real.port(type, production);
    }
}
