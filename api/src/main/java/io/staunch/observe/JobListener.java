package io.staunch.observe;

/**
 * Sees what a job does. Calls come from the engine's own threads, synchronously, at the very moment of the step: a listener must be
 * quick, and safe for several threads. What it throws fails the job.
 */
public interface JobListener {
    /** A step of the protocol was taken. */
    default void on(ProtocolEvent event) {}

    /** The job's phase or what it waits for has changed. */
    default void on(JobStatus status) {}
}
