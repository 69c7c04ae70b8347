package io.staunch.testkit.simulation.world;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;

/** An agent of a simulated process: stepped when the world chooses it. Owned by the thread that runs the world. */
final class SimulatedAgent implements AgentHandle {
    private final SimulatedProcess process;
    private final int number;
    private final String name;
    private final Agent body;
    private boolean awake = true;
    private boolean done;
    private boolean inStep;
    private long stalledUntil;

    SimulatedAgent(SimulatedProcess process, int number, String name, Agent body) {
        this.process = process;
        this.number = number;
        this.name = name;
        this.body = body;
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    SimulatedProcess process() {
        return process;
    }

    @Override
    public void wake() {
        awake = true;
    }

    @Override
    public boolean done() {
        return done;
    }

    boolean awake() {
        return awake;
    }

    /** Whether it can be chosen: a step that is under way is not entered again. */
    boolean free() {
        return !done && !inStep;
    }

    long stalledUntil() {
        return stalledUntil;
    }

    /** Its thread gets no processor for a while. */
    void stall(long untilNanos) {
        stalledUntil = untilNanos;
    }

    void end() {
        done = true;
    }

    /** Steps the body, in which other agents may be stepped meanwhile. */
    Agent.Step step() {
        inStep = true;
        awake = false;
        try {
            Agent.Step found = body.step();
            switch (found) {
                case WORKED -> awake = true;
                case IDLE -> {}
                case DONE -> done = true;
            }
            return found;
        } finally {
            inStep = false;
        }
    }

    @Override
    public String toString() {
        return process.name() + "/" + name;
    }
}
