package io.staunch.testkit.disk;

/** Unwinds the stack of a process that was killed. What is thrown through must not catch it. */
public final class ProcessKilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProcessKilledException(String process) {
        super("process " + process + " was killed");
    }
}
