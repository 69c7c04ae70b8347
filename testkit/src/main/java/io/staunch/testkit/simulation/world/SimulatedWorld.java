package io.staunch.testkit.simulation.world;

import io.staunch.environment.Agent;
import io.staunch.observe.ProtocolEvent;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One world, made from one seed and a plan of faults, and everything in it stepped by one thread. The same seed, plan and programs take
 * the same steps.
 *
 * <p>What can happen: agents are stepped in any order and stall; processes die between any two steps, at any step of the protocol and
 * before or after any call to a disk or a port; they stand still in all these places while a successor starts, and go on; the power fails
 * under all of them; wall clocks differ and jump; calls to ports are lost, answered in vain, delayed or refused; the disk does what
 * {@link SimulatedDisk} says, mostly with locks that exclude nobody, as on two machines. What can't: a process that acts after
 * its death; a monotonic clock that goes back; memory that is damaged.
 *
 * <p>Standing still and waiting in the middle of an agent's step works by stepping others meanwhile, on the same stack.
 */
public final class SimulatedWorld {
    private static final double LOCKS_EXCLUDE = 0.1;
    private static final int FRAMES_SHOWN = 6;
    private static final int DEEPEST_NESTING = 3;
    private static final long LONGEST_STEP_NANOS = 40_000;
    private static final long SHORTEST_WAIT_NANOS = 50_000;
    private static final long LONGEST_WAIT_NANOS = 100_000_000;
    private static final int MOST_BLOCKED_STEPS = 200;

    private final long seed;
    private final VirtualClock clock = new VirtualClock();
    private final Trace trace = new Trace();
    private final Chance chance;
    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final SimulatedDisk disk;
    private final boolean locksExclude;
    private final Map<Class<?>, Function<SimulatedProcess, ?>> ports = new HashMap<>();
    private final List<SimulatedProcess> living = new ArrayList<>();
    private final List<WorldObserver> observers = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private @Nullable Supervisor supervisor;
    private long steps;
    private int started;
    private int agents;
    private int nesting;
    private long waitNanos = SHORTEST_WAIT_NANOS;

    public SimulatedWorld(long seed, FaultPlan plan) {
        this.seed = seed;
        chance = Chance.of(seed, "world");
        scheduler = new Scheduler(Chance.of(seed, "scheduler"), clock);
        faults = new FaultInjector(this, plan);
        Chance diskChance = Chance.of(seed, "disk");
        disk = new SimulatedDisk(diskChance::next);
        locksExclude = diskChance.happens(LOCKS_EXCLUDE) || plan.needsLocks();
        disk.locksExclude(locksExclude);
        disk.plan(this::fate);
    }

    public long seed() {
        return seed;
    }

    public VirtualClock clock() {
        return clock;
    }

    public Trace trace() {
        return trace;
    }

    /** How many steps were taken. */
    public long steps() {
        return steps;
    }

    /** What processes get for a port of that type. */
    public <T> void port(Class<T> type, Function<SimulatedProcess, T> port) {
        if (ports.putIfAbsent(type, port) != null) {
            throw new IllegalStateException("the world has a port " + type.getName() + " already");
        }
    }

    /** The disk of the machine that all processes run on. */
    public SimulatedDisk disk() {
        return disk;
    }

    /** Calls to the disk in that folder and those in it are not about the job's own state: they are places named {@code files.SYNC} and so on. */
    public void files(Path root) {
        files.add(root.toAbsolutePath().normalize());
    }

    /** What the places of calls to the disk are named after, by the folder. */
    String systemOf(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return files.stream().anyMatch(absolute::startsWith) ? "files" : "disk";
    }

    /** Whether a process that stands still keeps a successor from its locks; if not, the two are as on two machines. */
    public boolean locksExclude() {
        return locksExclude;
    }

    /** Who starts successors. */
    public void supervisor(Supervisor newSupervisor) {
        supervisor = newSupervisor;
    }

    public void observer(WorldObserver observer) {
        observers.add(observer);
    }

    /** A new process, without agents yet. */
    public SimulatedProcess newProcess() {
        started++;
        var process =
                new SimulatedProcess(this, started, Chance.of(seed, "process " + started), disk.process("p" + started));
        living.add(process);
        return process;
    }

    /** Processes that are not dead, oldest first. */
    public List<SimulatedProcess> living() {
        return List.copyOf(living);
    }

    /** Faults that have happened so far. */
    public List<HappenedFault> faultsHappened() {
        return faults.happened();
    }

    /** Writes down from now on what is needed to repeat some of the faults exactly. */
    public FaultRecording recordFaults() {
        var recording = new FaultRecording();
        faults.recordTo(recording);
        return recording;
    }

    /** How often each place was met at which a plan can have a fault, as {@link ExactFault#at} names it, while there were faults. */
    public Map<String, Integer> placesMet() {
        return faults.met();
    }

    /** Whether the plan's crashes and the like are used up. */
    public boolean faultsSpent() {
        return faults.spent();
    }

    /** Ends all faults, for the liveness phase: nobody dies or stalls any more, and who stands still goes on. */
    public void calm() {
        faults.stop();
    }

    /** What a program did that no program may, such as an agent that threw; empty if nothing. */
    public List<String> broken() {
        return broken;
    }

    /** Takes one step: somebody is stepped, dies or stands still, or time passes. */
    public void step() {
        observers.forEach(WorldObserver::beforeStep);
        steps++;
        clock.pass(chance.below(LONGEST_STEP_NANOS));
        resumeSome();
        SimulatedAgent agent = scheduler.next(living, faults.on());
        if (agent == null) {
            waitForSomething();
        } else if (!faults.betweenSteps(agent.process())) {
            step(agent);
        }
    }

    /** Lets time pass in which nobody takes a step; what is due by then happens. */
    public void pass(long nanos) {
        clock.pass(nanos);
    }

    private void step(SimulatedAgent agent) {
        int result;
        try {
            Agent.Step found = agent.step();
            result = found.ordinal();
            if (found == Agent.Step.WORKED) {
                waitNanos = SHORTEST_WAIT_NANOS;
            } else if (found == Agent.Step.DONE) {
                agent.process().agents().remove(agent);
            }
        } catch (SimulatedCrash crash) {
            result = 3;
        } catch (RuntimeException | Error e) {
            result = 3;
            threw(agent, e);
        }
        trace.stepped(agent, result, clock.nanos());
    }

    /** What the code of a dead process throws while its stack unwinds says nothing. */
    private void threw(SimulatedAgent agent, Throwable e) {
        if (agent.process().alive()) {
            broken.add("agent " + agent + " threw " + e + " at " + frames(e));
            trace.note(steps, agent.process().name(), "agent " + agent.name() + " threw " + e);
            agent.process().die();
        }
    }

    /** Steps others while the step of one agent is under way. */
    void nested(int count) {
        if (!mayNest()) {
            return;
        }
        nesting++;
        try {
            for (int i = 0; i < count; i++) {
                step();
            }
        } finally {
            nesting--;
        }
    }

    boolean mayNest() {
        return nesting < DEEPEST_NESTING;
    }

    /** A process stands still in the middle of a step. */
    void standStill(SimulatedProcess process, int count) {
        process.pause(Long.MAX_VALUE);
        paused(process);
        nested(count);
        process.requireAlive();
        process.resume();
    }

    /** A thread waits for a time in the middle of a step. */
    void block(long nanos) {
        long end = clock.nanos() + nanos;
        if (mayNest()) {
            nesting++;
            try {
                for (int i = 0; i < MOST_BLOCKED_STEPS && clock.nanos() < end; i++) {
                    step();
                }
            } finally {
                nesting--;
            }
        }
        clock.pass(Math.max(0, end - clock.nanos()));
    }

    FaultInjector faults() {
        return faults;
    }

    int nextAgentNumber() {
        return agents++;
    }

    <T> T portOf(Class<T> type, SimulatedProcess process) {
        Function<SimulatedProcess, ?> port = ports.get(type);
        if (port == null) {
            throw new IllegalStateException("no simulated " + type.getName() + ": give the world one with port("
                    + type.getSimpleName() + ".class, ...); there are " + ports.keySet());
        }
        return type.cast(port.apply(process));
    }

    void observe(SimulatedProcess process, ProtocolEvent event) {
        trace.event(steps, process, event);
        for (WorldObserver observer : observers) {
            observer.on(process, event);
        }
    }

    void met(SimulatedProcess process, String place) {
        for (WorldObserver observer : observers) {
            observer.met(process, place);
        }
    }

    void died(SimulatedProcess process) {
        living.remove(process);
        if (supervisor != null) {
            supervisor.died(process);
        }
    }

    void paused(SimulatedProcess process) {
        if (supervisor != null) {
            supervisor.paused(process);
        }
    }

    /** The machine goes with all its processes. */
    void losePower() {
        living().forEach(SimulatedProcess::die);
        disk.crash();
    }

    private DiskFault fate(DiskCall call) {
        for (SimulatedProcess process : living) {
            if (process.name().equals(call.process())) {
                return faults.disk(process, process.calling(), call.kind());
            }
        }
        return DiskFault.NONE;
    }

    private void resumeSome() {
        for (SimulatedProcess process : living) {
            if (process.state() == ProcessState.PAUSED
                    && process.pausedUntilStep() <= (faults.on() ? steps : Long.MAX_VALUE - 1)) {
                process.resume();
            }
        }
    }

    private void waitForSomething() {
        clock.pass(Math.min(waitNanos, Math.max(1, clock.untilNext())));
        waitNanos = Math.min(LONGEST_WAIT_NANOS, waitNanos * 2);
        for (SimulatedProcess process : living) {
            process.agents().forEach(SimulatedAgent::wake);
        }
    }

    private static String frames(Throwable error) {
        return Stream.of(error.getStackTrace())
                .limit(FRAMES_SHOWN)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
    }
}
