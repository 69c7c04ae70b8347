package io.staunch.environment;

/** A running agent, as others see it. Safe for use by any thread. */
public interface AgentHandle {
    /** There is something new for the agent: it is stepped soon, even if it was idle. Cheap; may be called after the end. */
    void wake();

    /** Whether the agent has returned {@link Agent.Step#DONE}. */
    boolean done();
}
