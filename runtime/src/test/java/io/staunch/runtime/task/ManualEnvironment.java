package io.staunch.runtime.task;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import java.util.UUID;
import java.util.function.Supplier;

/** Clocks that a test moves, and nothing else. */
final class ManualEnvironment implements Environment {
    private long nanos;
    private long wallMs = 1_780_000_000_000L;

    void pass(long millis) {
        nanos += 1_000_000 * millis;
        wallMs += millis;
    }

    /** The wall clock alone. */
    void jump(long millis) {
        wallMs += millis;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long currentTimeMs() {
        return wallMs;
    }

    @Override
    public UUID newId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long random(long bound) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Disk disk() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        throw new UnsupportedOperationException();
    }
}
