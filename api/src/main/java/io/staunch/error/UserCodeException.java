package io.staunch.error;

/** A function of the pipeline threw. The message names the operator and the record's place in its source, never its payload. */
public final class UserCodeException extends StaunchException {
    private static final long serialVersionUID = 1L;

    public UserCodeException(String message, Throwable cause) {
        super(message, Remedy.RESTART_FROM_CHECKPOINT, cause);
    }
}
