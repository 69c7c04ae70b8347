package io.staunch.runtime.task;

import io.staunch.environment.Environment;

/** Bounds the time for which a busy task keeps records in half-filled batches. Owned by the task's worker. */
final class FlushClock {
    private static final long LONGEST_NANOS = 1_000_000;

    private final Environment environment;
    private long last;

    FlushClock(Environment environment) {
        this.environment = environment;
        this.last = environment.nanoTime();
    }

    /** Whether half-filled batches must be sent now. */
    boolean due() {
        long now = environment.nanoTime();
        if (now - last < LONGEST_NANOS) {
            return false;
        }
        last = now;
        return true;
    }
}
