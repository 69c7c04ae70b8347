package io.staunch.runtime.job;

import io.staunch.Job;
import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobStatus;
import io.staunch.observe.Metrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A job in this JVM, as its users see it. Safe for use by any thread. */
final class EmbeddedJob implements Job {
    private final String name;
    private final Coordinator coordinator;
    private final StatusBoard board;
    private final Counters counters;
    private final Environment environment;

    EmbeddedJob(String name, Coordinator coordinator, StatusBoard board, Counters counters, Environment environment) {
        this.name = name;
        this.coordinator = coordinator;
        this.board = board;
        this.counters = counters;
        this.environment = environment;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JobStatus status() {
        return board.status();
    }

    @Override
    public Metrics metrics() {
        JobStatus.Phase phase = board.status().phase();
        return counters.metrics(phase.ended(), phase.ended() && phase != JobStatus.Phase.FAILED);
    }

    @Override
    public void await() throws InterruptedException {
        board.ended().await();
        rethrow();
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        boolean ended = board.ended().await(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (ended) {
            rethrow();
        }
        return ended;
    }

    @Override
    public void stop() {
        coordinator.ask(Event.Request.STOP);
    }

    @Override
    public void finish() {
        coordinator.ask(Event.Request.FINISH);
    }

    /** Agents that do not return are left behind after a while, see {@link Halt}. */
    @Override
    public void close() {
        coordinator.ask(Event.Request.CLOSE);
        if (environment.mayWait()) {
            awaitUninterruptibly();
        }
    }

    private void awaitUninterruptibly() {
        boolean interrupted = false;
        while (true) {
            try {
                board.ended().await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void rethrow() {
        JobStatus status = board.status();
        Throwable failure = status.failure();
        if (status.phase() != JobStatus.Phase.FAILED || failure == null) {
            return;
        }
        Remedy remedy = failure instanceof StaunchException e ? e.remedy() : Remedy.FAIL_JOB;
        throw new StaunchException("job '" + name + "' has failed: " + failure.getMessage(), remedy, failure);
    }
}
