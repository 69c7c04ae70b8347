package io.staunch.testkit.simulation;

import io.staunch.Settings;
import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobStatus;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.simulation.world.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a job running, as a supervisor of processes does that never knows quite what it sees: starts a successor some time after a
 * process has died or its job has failed, and often one beside a process that only stands still. Owned by the thread that runs the world.
 */
final class JobKeeper implements Supervisor {
    private static final int MOST_LIVING = 3;
    private static final int MOST_CALM_FAILURES = 3;
    private static final double SUCCESSOR_OF_PAUSED = 0.8;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 200_000_000;

    private final SimulatedWorld world;
    private final Setup setup;
    private final Chance chance;
    private final Settings base;
    private final List<Outside> outsides;
    private final List<JobWatch> watches = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private boolean startDue;
    private boolean calm;
    private boolean stopped;
    private int calmFailures;
    private int started;

    JobKeeper(SimulatedWorld world, Setup setup, List<Outside> outsides, Chance chance) {
        this.outsides = outsides;
        this.world = world;
        this.setup = setup;
        this.chance = chance;
        base = SettingsByChance.ofRun(chance);
    }

    /** What no job may do; empty if nothing was done. */
    List<String> violations() {
        return violations;
    }

    int started() {
        return started;
    }

    /** Whether a job has stopped as it was asked to. */
    boolean stopped() {
        return stopped;
    }

    /** From now on nobody dies, so no job may fail for long. */
    void calm() {
        calm = true;
    }

    /** Starts a process with the job. */
    void start() {
        startDue = false;
        started++;
        SimulatedProcess process = world.newProcess();
        var watch = new JobWatch(process);
        watches.add(watch);
        Settings settings = setup.settings().apply(SettingsByChance.ofProcess(base, chance));
        for (Outside outside : outsides) {
            settings = outside.settings(settings);
        }
        Settings all = settings.listener(watch).listener(process.listener());
        world.trace()
                .note(
                        world.steps(),
                        process.name(),
                        "starts with parallelism " + all.parallelism() + " and " + all.workers() + " workers");
        process.run(() -> {
            try {
                watch.job(setup.runner().launch(setup.pipeline().get(), all, process.environment()));
            } catch (ConfigurationException e) {
                throw new IllegalArgumentException("the simulation is described wrongly: " + e.getMessage(), e);
            }
        });
    }

    /** What each job shows now, by process. */
    void statuses(BiConsumer<String, JobStatus> look) {
        for (JobWatch watch : watches) {
            JobStatus status = watch.status();
            if (status != null) {
                look.accept(watch.process().name(), status);
            }
        }
    }

    /** Whether a job has a sink that has yet to write what is committed. */
    boolean behind() {
        return watches.stream().anyMatch(JobWatch::behind);
    }

    /** Sees to jobs that have ended. */
    void look() {
        for (int i = watches.size() - 1; i >= 0; i--) {
            JobWatch watch = watches.get(i);
            JobStatus status = watch.ended();
            if (status != null) {
                watches.remove(i);
                ended(watch, status);
            }
        }
        if (watches.isEmpty() && !startDue && !stopped) {
            startSoon();
        }
    }

    /** Asks the job of the newest owner to stop, if it has not been asked. */
    void stop() {
        JobWatch owner = owner();
        if (owner != null && !owner.askedToStop()) {
            owner.process().run(owner::stop);
        }
    }

    @Override
    public void died(SimulatedProcess process) {
        watches.removeIf(w -> w.process() == process);
        if (watches.isEmpty() || chance.happens(0.1)) {
            startSoon();
        }
    }

    @Override
    public void paused(SimulatedProcess process) {
        if (chance.happens(SUCCESSOR_OF_PAUSED)) {
            startSoon();
        }
    }

    private void ended(JobWatch watch, JobStatus status) {
        Throwable failure = status.failure();
        if (failure == null) {
            boolean finished = setup.finishes() && status.phase() == JobStatus.Phase.FINISHED;
            boolean right = finished || (watch.askedToStop() && status.phase() == JobStatus.Phase.STOPPED);
            stopped |= right;
            if (watch.endedInOrder() && status.settled() < status.durable()) {
                violations.add("I9: " + watch.process().name() + " has ended with checkpoint " + status.durable()
                        + " durable and only " + status.settled() + " settled");
            }
            if (!right) {
                violations.add(watch.process().name() + " has ended as " + status.phase() + " without being asked to");
            }
        } else {
            failed(watch, failure);
        }
        world.trace()
                .note(
                        world.steps(),
                        watch.process().name(),
                        "ended: " + status.phase() + (failure == null ? "" : ", " + failure));
        if (watch.process().alive()) {
            watch.process().die();
        }
    }

    private void failed(JobWatch watch, Throwable failure) {
        boolean refused = failure instanceof RefusedException && !world.locksExclude();
        boolean known = failure instanceof StaunchException && !refused;
        boolean settled = false;
        for (Outside outside : outsides) {
            settled |= outside.settles(failure, watches.isEmpty());
        }
        if (!known) {
            violations.add(watch.process().name() + " has failed with " + failure);
        } else if (calm && !settled) {
            calmFailures++;
            if (calmFailures > MOST_CALM_FAILURES) {
                violations.add("jobs keep failing though there are no faults any more, now with " + failure);
            }
        }
    }

    private @Nullable JobWatch owner() {
        JobWatch owner = null;
        for (JobWatch watch : watches) {
            if (owner == null || watch.epoch() > owner.epoch()) {
                owner = watch;
            }
        }
        return owner;
    }

    private void startSoon() {
        if (startDue || watches.size() >= MOST_LIVING) {
            return;
        }
        startDue = true;
        world.clock().after(chance.skewed(SHORTEST_DELAY_NANOS, LONGEST_DELAY_NANOS), () -> {
            if (!stopped && (!calm || watches.isEmpty())) {
                start();
            } else {
                startDue = false;
            }
        });
    }
}
