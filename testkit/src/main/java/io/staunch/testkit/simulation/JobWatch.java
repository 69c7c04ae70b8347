package io.staunch.testkit.simulation;

import io.staunch.Job;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One process with its job, as a supervisor sees it. Owned by the thread that runs the world. */
final class JobWatch implements JobListener {
    private final SimulatedProcess process;
    private @Nullable Job job;
    private @Nullable JobStatus ended;
    private JobStatus.Phase phase = JobStatus.Phase.STARTING;
    private boolean endedInOrder;
    private long epoch;
    private boolean askedToStop;

    JobWatch(SimulatedProcess process) {
        this.process = process;
    }

    void job(Job launched) {
        job = launched;
    }

    SimulatedProcess process() {
        return process;
    }

    /** The claim that its job runs under; 0 before there is one. */
    long epoch() {
        return epoch;
    }

    /** How its job has ended, or null. */
    @Nullable
    JobStatus ended() {
        return ended;
    }

    /** Whether its job took a last checkpoint and ended well after it. */
    boolean endedInOrder() {
        return endedInOrder;
    }

    /** What its job shows now, or null if it has none yet. */
    @Nullable
    JobStatus status() {
        return job == null ? null : job.status();
    }

    /** Whether its job has a sink that has yet to write what is committed. */
    boolean behind() {
        return job != null && job.metrics().behind().values().stream().anyMatch(behind -> behind.checkpoints() > 0);
    }

    boolean askedToStop() {
        return askedToStop;
    }

    void stop() {
        askedToStop = true;
        Objects.requireNonNull(job, "job").stop();
    }

    @Override
    public void on(ProtocolEvent event) {
        if (event.step() == ProtocolStep.EPOCH_CLAIMED) {
            epoch = event.epoch();
        }
    }

    @Override
    public void on(JobStatus status) {
        if (status.phase().ended()) {
            ended = status;
            endedInOrder = phase == JobStatus.Phase.STOPPING && status.failure() == null;
        }
        phase = status.phase();
    }
}
