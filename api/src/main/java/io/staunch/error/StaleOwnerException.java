package io.staunch.error;

/** This process no longer owns its job: a newer one has claimed it. The process stops and does not restart the job. */
public final class StaleOwnerException extends StaunchException {
    private static final long serialVersionUID = 1L;

    public StaleOwnerException(String message) {
        super(message, Remedy.FAIL_JOB);
    }
}
