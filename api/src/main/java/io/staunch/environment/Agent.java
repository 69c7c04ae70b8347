package io.staunch.environment;

/**
 * Work that is done in bounded steps by one thread. All state that an agent owns is touched by its steps alone;
 * others reach it through queues.
 */
@FunctionalInterface
public interface Agent {
    /** What a step found. */
    enum Step {
        /** There was something to do; there may be more. */
        WORKED,
        /** There was nothing to do; the agent may be left alone for a moment. */
        IDLE,
        /** The agent has ended and let go of everything; it is not stepped again. */
        DONE
    }

    /**
     * One bounded step. An agent that has the thread to itself may block on an outside client within the client's timeouts.
     * It must not throw: an agent that can fail reports the failure to its owner and returns {@link Step#DONE}.
     */
    Step step();
}
