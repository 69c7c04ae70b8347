package io.staunch;

import io.staunch.error.StaunchException;
import io.staunch.observe.JobStatus;
import io.staunch.observe.Metrics;
import java.time.Duration;

/** A running pipeline. Safe for use by any thread. Never ends the host's JVM. */
public interface Job extends AutoCloseable {
    String name();

    /** What the job is doing now. */
    JobStatus status();

    /** Figures of the job. Costs the job nothing; meant to be asked as often as a monitoring system likes. */
    Metrics metrics();

    /**
     * Waits until the job has ended, with everything it processed settled: in the output of every sink.
     *
     * @throws StaunchException the error with which the job has failed
     */
    void await() throws InterruptedException;

    /**
     * Like {@link #await()}, but at most for a time.
     *
     * @return whether the job has ended
     */
    boolean await(Duration limit) throws InterruptedException;

    /**
     * Stops reading, takes a last checkpoint, commits it and ends. Time stays where it is, so the job can go on later; an at-most-once job goes
     * on at its positions with empty state, as after a fault. Returns at once.
     */
    void stop();

    /**
     * Stops reading, processes what was read, advances time to its end, takes a last checkpoint, commits it and ends. Returns at once.
     */
    void finish();

    /**
     * Stops the job without a last checkpoint, as a crash would, and lets go of clients, threads and the store; done when it returns, unless a
     * listener of the job calls it. What is not committed is read again at the next start.
     */
    @Override
    void close();
}
