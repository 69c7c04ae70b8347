package io.staunch.runtime.job;

import io.staunch.environment.AgentHandle;
import org.jspecify.annotations.Nullable;

/**
 * Wakes an agent that may not have been started yet. Any thread rings; the handle is set once. A ring before that is lost, as one that
 * slips in before an agent parks may be: an agent looks again by itself soon.
 */
final class Doorbell implements Runnable {
    private volatile @Nullable AgentHandle handle;

    void connect(AgentHandle started) {
        handle = started;
    }

    @Override
    public void run() {
        AgentHandle connected = handle;
        if (connected != null) {
            connected.wake();
        }
    }

    /** Whether the agent was started and has not ended. */
    boolean running() {
        AgentHandle connected = handle;
        return connected != null && !connected.done();
    }
}
