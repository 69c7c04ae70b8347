package io.staunch.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job is doing.
 *
 * @param job the job's name
 * @param phase where in its life it is
 * @param epoch the claim it runs under; 0 before there is one
 * @param durable id of the newest durable checkpoint; -1 if there is none
 * @param settled id of the newest checkpoint that every ledger has; -1 if there is none
 * @param restarts how often the job has restarted inside this process
 * @param failedCheckpoints how many checkpoints have failed in a row
 * @param waiting what the job waits for outside, by name; empty most of the time
 * @param failure why the job has failed or is restarting, or null
 */
public record JobStatus(
        String job,
        Phase phase,
        long epoch,
        long durable,
        long settled,
        int restarts,
        int failedCheckpoints,
        List<String> waiting,
        @Nullable Throwable failure) {
    public JobStatus {
        waiting = List.copyOf(waiting);
    }

    /** The life of a job. */
    public enum Phase {
        /** Claiming, fencing, reading ledgers, restoring. */
        STARTING,
        /** Reading, processing, taking checkpoints. */
        RUNNING,
        /** A last checkpoint is taken and committed. */
        STOPPING,
        /** An attempt has failed; the next one starts after a pause. */
        RESTARTING,
        /** Ended by {@code stop()}, with everything settled. */
        STOPPED,
        /** Ended because all input was read to its end, with everything settled. */
        FINISHED,
        /** Ended with an error. */
        FAILED;

        /** Whether the job has ended for good. */
        public boolean ended() {
            return this == STOPPED || this == FINISHED || this == FAILED;
        }
    }

    /**
     * Live: the job has not failed. What a liveness probe asks: a supervisor should leave the process alone as long as this is true. A job
     * that starts, restarts or waits for the outside is live, for however long, since a new process would have to wait as well; so is one
     * that was stopped or has finished. A failed job never works again in this process: a new one is needed, after whatever the failure
     * says.
     */
    public boolean live() {
        return phase != Phase.FAILED;
    }

    /**
     * Ready: the job is running, and its last checkpoint did not fail. What a readiness probe asks: output is being committed. Not ready
     * are a job that starts, restarts, stops or has ended, and one whose last checkpoint failed, until the next one completes.
     */
    public boolean ready() {
        return phase == Phase.RUNNING && failedCheckpoints == 0;
    }
}
