package io.staunch.error;

/** What the job does about an error. */
public enum Remedy {
    /** The same call may succeed later; the caller tries again within its bounds. */
    RETRY,
    /** The attempt is given up; the job restarts from the checkpoint that its ledgers name, within its restart policy. */
    RESTART_FROM_CHECKPOINT,
    /** The job stops with this error; starting it again does not help before the cause is mended. */
    FAIL_JOB
}
