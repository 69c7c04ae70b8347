package io.staunch.runtime.environment;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps an agent on a thread of its own. An idle agent spins a little, then parks for times that grow to a millisecond; a wake-up that
 * slips in just before it parks is therefore late by that much at most. The two flags are all that other threads see.
 */
final class AgentThread implements AgentHandle, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);
    private static final int SPINS = 20;
    private static final long SHORTEST_PARK_NANOS = 5_000;
    private static final long LONGEST_PARK_NANOS = 1_000_000;
    private static final int DOUBLINGS = 10;

    private final Agent agent;
    private final long longestParkNanos;
    private final Thread thread;
    private volatile boolean parked;
    private volatile boolean done;

    private AgentThread(String name, Agent agent, long longestParkNanos) {
        this.agent = agent;
        this.longestParkNanos = longestParkNanos;
        this.thread = new OfAgent(this, name);
    }

    /** Whether the calling thread steps an agent. */
    static boolean isCurrent() {
        return Thread.currentThread() instanceof OfAgent;
    }

    private static final class OfAgent extends Thread {
        OfAgent(Runnable run, String name) {
            super(run, name);
        }
    }

    static AgentThread start(String name, Agent agent) {
        return start(name, agent, LONGEST_PARK_NANOS);
    }

    /** @param longestParkNanos how late a wake-up may be that slips in before the thread parks */
    static AgentThread start(String name, Agent agent, long longestParkNanos) {
        var started = new AgentThread(name, agent, longestParkNanos);
        started.thread.start();
        return started;
    }

    @Override
    public void wake() {
        if (parked) {
            // Once is enough: whoever comes before the thread is awake need not call again.
            parked = false;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean done() {
        return done;
    }

    @Override
    public void run() {
        try {
            loop();
        } catch (Throwable e) {
            LOG.error("agent {} broke its contract by throwing; it is not stepped again", thread.getName(), e);
        } finally {
            done = true;
        }
    }

    private void loop() {
        int idle = 0;
        while (true) {
            Agent.Step step = agent.step();
            if (step == Agent.Step.DONE) {
                return;
            }
            idle = step == Agent.Step.WORKED ? 0 : idle + 1;
            if (idle > SPINS) {
                parked = true;
                LockSupport.parkNanos(parkNanos(idle - SPINS));
                parked = false;
                // A function may have interrupted its own thread; nothing ends an agent that way, and it would never
                // park again.
                Thread.interrupted();
            } else if (idle > 0) {
                Thread.onSpinWait();
            }
        }
    }

    private long parkNanos(int idle) {
        return idle > DOUBLINGS ? longestParkNanos : Math.min(longestParkNanos, SHORTEST_PARK_NANOS << idle);
    }
}
