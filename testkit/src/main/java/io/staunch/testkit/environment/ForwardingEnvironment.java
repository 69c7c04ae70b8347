package io.staunch.testkit.environment;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import java.util.UUID;
import java.util.function.Supplier;

/** Asks another environment for everything; subclasses do something else where they are made for it. */
public abstract class ForwardingEnvironment implements Environment {
    private final Environment inner;

    /** @param inner that is asked */
    protected ForwardingEnvironment(Environment inner) {
        this.inner = inner;
    }

    @Override
    public long nanoTime() {
        return inner.nanoTime();
    }

    @Override
    public long currentTimeMs() {
        return inner.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return inner.newId();
    }

    @Override
    public long random(long bound) {
        return inner.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return inner.start(name, agent);
    }

    @Override
    public boolean mayWait() {
        return inner.mayWait();
    }

    @Override
    public Disk disk() {
        return inner.disk();
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return inner.port(type, production);
    }

    @Override
    public void atShutdown(Runnable action) {
        inner.atShutdown(action);
    }
}
