package io.staunch.error;

/** A start that would lose or repeat something was refused. Nothing was changed; the message lists the ways out. */
public final class RefusedException extends StaunchException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message, Remedy.FAIL_JOB);
    }
}
