package io.staunch.runtime.job;

/** Why an execution can't go on, before it is known where the record at fault came from. */
final class ExecutionFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String subject;
    private final long origin;

    ExecutionFailed(String subject, long origin, Throwable cause) {
        super(cause);
        this.subject = subject;
        this.origin = origin;
    }

    String subject() {
        return subject;
    }

    long origin() {
        return origin;
    }
}
