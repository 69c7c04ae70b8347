package io.staunch.runtime.job;

import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.JobStatus.Phase;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The job's status as others see it. Written by the coordinator, read by any thread: the reference and the latch are all that is shared. */
final class StatusBoard {
    private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);

    private final List<JobListener> listeners;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile JobStatus status;

    StatusBoard(String job, List<JobListener> listeners) {
        this.listeners = listeners;
        this.status = new JobStatus(job, Phase.STARTING, 0, -1, -1, 0, 0, List.of(), null);
    }

    JobStatus status() {
        return status;
    }

    CountDownLatch ended() {
        return ended;
    }

    void phase(Phase phase, @Nullable Throwable failure) {
        JobStatus s = status;
        Phases.check(s.phase(), phase);
        int restarts = phase == Phase.RESTARTING ? s.restarts() + 1 : s.restarts();
        try {
            publish(new JobStatus(
                    s.job(),
                    phase,
                    s.epoch(),
                    s.durable(),
                    s.settled(),
                    restarts,
                    s.failedCheckpoints(),
                    List.of(),
                    failure));
        } finally {
            if (phase.ended()) {
                ended.countDown();
            }
        }
    }

    void epoch(long epoch) {
        JobStatus s = status;
        publish(new JobStatus(
                s.job(),
                s.phase(),
                epoch,
                s.durable(),
                s.settled(),
                s.restarts(),
                s.failedCheckpoints(),
                s.waiting(),
                s.failure()));
    }

    /** What is waited for outside; an empty text when the wait is over. */
    void waiting(String what) {
        waiting(what.isEmpty() ? List.of() : List.of(what));
    }

    /** The same for several things. */
    void waiting(List<String> waiting) {
        JobStatus s = status;
        if (!waiting.equals(s.waiting())) {
            publish(new JobStatus(
                    s.job(),
                    s.phase(),
                    s.epoch(),
                    s.durable(),
                    s.settled(),
                    s.restarts(),
                    s.failedCheckpoints(),
                    waiting,
                    s.failure()));
        }
    }

    /** Not told to listeners: a checkpoint is an event of its own. */
    void checkpoints(long durable, long settled, int failedInARow) {
        JobStatus s = status;
        status = new JobStatus(
                s.job(), s.phase(), s.epoch(), durable, settled, s.restarts(), failedInARow, s.waiting(), s.failure());
    }

    private void publish(JobStatus next) {
        status = next;
        for (JobListener listener : listeners) {
            try {
                listener.on(next);
            } catch (Throwable e) {
                LOG.error("a listener of job '{}' threw at phase {}", next.job(), next.phase(), e);
            }
        }
    }
}
