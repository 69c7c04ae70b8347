package io.staunch.testkit.simulation.world;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Environment;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.disk.DiskProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of the simulated world. Everything that it does outside itself goes through this class, so that a dead one does nothing.
 * Owned by the thread that runs the world.
 */
public final class SimulatedProcess {
    private final SimulatedWorld world;
    private final int number;
    private final String name;
    private final SimulatedEnvironment environment;
    private final DiskProcess disk;
    private final List<SimulatedAgent> agents = new ArrayList<>();
    private ProcessState state = ProcessState.RUNNING;
    private int restarts;
    private boolean recovering = true;
    private long pausedUntilStep;
    private String calling = "";

    SimulatedProcess(SimulatedWorld world, int number, Chance chance, DiskProcess disk) {
        this.world = world;
        this.number = number;
        this.disk = disk;
        name = "p" + number;
        environment = new SimulatedEnvironment(world, this, chance, new GuardedDisk(this, disk, world::systemOf));
    }

    /** Counts from 1 in the order of starts. */
    public int number() {
        return number;
    }

    /** For messages. */
    public String name() {
        return name;
    }

    /** The world as this process sees it. */
    public Environment environment() {
        return environment;
    }

    public ProcessState state() {
        return state;
    }

    public boolean alive() {
        return state != ProcessState.DEAD;
    }

    /** To be given to the job: every protocol event is seen by the world's observers first, and is then a place for a fault. */
    public JobListener listener() {
        return new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                happened(event);
            }
        };
    }

    /**
     * To be called by a disk or a port before a call takes effect. The process may die here (then this call does not return), stand still
     * for a while, or have its other threads go on.
     *
     * @param operation for example {@code disk.SYNC}
     */
    public void before(String operation) {
        requireAlive();
        world.faults().before(this, operation);
    }

    /** To be called by a disk or a port after a call's effect and before its answer. The process may die here or stand still for a while. */
    public void after(String operation) {
        requireAlive();
        world.faults().after(this, operation);
    }

    /** What becomes of a call to a port; asked after {@link #before} and before its effect. */
    public CallFate fate(String operation) {
        return world.faults().fate(this, operation);
    }

    /** The calling thread waits for a time, while the rest of the world goes on. */
    public void block(long nanos) {
        requireAlive();
        world.block(nanos);
        requireAlive();
    }

    /** Does something as the process does it outside its agents: launching, answering a signal. It may die of that. */
    public void run(Runnable what) {
        try {
            what.run();
        } catch (SimulatedCrash crash) {
            if (alive()) {
                throw new IllegalStateException("another process died in a call of " + name, crash);
            }
        }
    }

    /** Runs an agent of a client's own, such as the one that sends in the background; it ends with the process. */
    public AgentHandle start(String agent, Agent body) {
        var started = new SimulatedAgent(this, world.nextAgentNumber(), agent, body);
        if (alive()) {
            agents.add(started);
        } else {
            started.end();
        }
        return started;
    }

    /** Ends the process at once. What is on the stack of this thread unwinds as soon as it reaches for the outside. */
    public void die() {
        move(ProcessState.DEAD);
        disk.kill();
        agents.forEach(SimulatedAgent::end);
        agents.clear();
        world.died(this);
    }

    /** To be called by a disk or a port where neither {@link #before} nor {@link #after} is: does not return if the process is dead. */
    public void requireAlive() {
        if (state == ProcessState.DEAD) {
            throw new SimulatedCrash(name);
        }
    }

    void pause(long untilStep) {
        move(ProcessState.PAUSED);
        pausedUntilStep = untilStep;
    }

    void resume() {
        move(ProcessState.RUNNING);
    }

    /** A call to the disk takes effect. */
    void calls(String operation) {
        calling = operation;
    }

    /** The call to the disk that takes effect. */
    String calling() {
        return calling;
    }

    long pausedUntilStep() {
        return pausedUntilStep;
    }

    /** How often its job has restarted in it. */
    public int restarts() {
        return restarts;
    }

    boolean recovering() {
        return recovering;
    }

    List<SimulatedAgent> agents() {
        return agents;
    }

    void jumpWallClock(long ms) {
        environment.jumpWallClock(ms);
    }

    private void happened(ProtocolEvent event) {
        requireAlive();
        if (event.step() == ProtocolStep.RESTORED) {
            recovering = false;
        } else if (event.step() == ProtocolStep.RESTARTING) {
            recovering = true;
            restarts++;
        }
        world.observe(this, event);
        world.faults().at(this, event.step());
    }

    private void move(ProcessState next) {
        if (!state.next().contains(next)) {
            throw new IllegalStateException(name + " can't go from " + state + " to " + next);
        }
        state = next;
    }

    @Override
    public String toString() {
        return name + " (" + state + ")";
    }
}
