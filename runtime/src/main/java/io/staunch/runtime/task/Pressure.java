package io.staunch.runtime.task;

import io.staunch.environment.Environment;

/**
 * For how long a task could not go on because its output was full. Told by the task's worker at every step, and costs something only where
 * such a time begins or ends; read by any thread.
 */
public final class Pressure {
    /** Times that are over, and since when it is full now. */
    private record Blocked(long nanos, boolean now, long since) {}

    private final Environment environment;
    private boolean full;
    private volatile Blocked blocked = new Blocked(0, false, 0);

    public Pressure(Environment environment) {
        this.environment = environment;
    }

    /** Worker: whether the output is full. */
    void full(boolean isFull) {
        if (isFull != full) {
            full = isFull;
            long now = environment.nanoTime();
            Blocked before = blocked;
            blocked = isFull
                    ? new Blocked(before.nanos(), true, now)
                    : new Blocked(before.nanos() + now - before.since(), false, 0);
        }
    }

    /** Any thread: for how long in all, the present time included. */
    public long nanos() {
        Blocked b = blocked;
        return b.nanos() + (b.now() ? Math.max(0, environment.nanoTime() - b.since()) : 0);
    }
}
