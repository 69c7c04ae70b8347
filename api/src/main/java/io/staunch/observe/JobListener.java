package io.staunch.observe;

/**
 * Sees what a job does. Calls come from the engine's own threads, synchronously, at the very moment of the step: a listener must be
 * quick, and safe for several threads.
 */
public interface JobListener {
    /**
     * A step of the protocol was taken. What this throws stops the attempt at that very moment, as any failure would: the job restarts by its
     * policy, or fails. While it restarts or ends, it is only logged.
     */
    default void on(ProtocolEvent event) {}

    /** The job's phase or what it waits for has changed. What this throws is logged. */
    default void on(JobStatus status) {}
}
