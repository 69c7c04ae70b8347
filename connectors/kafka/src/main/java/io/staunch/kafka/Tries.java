package io.staunch.kafka;

import io.staunch.environment.Environment;
import java.time.Duration;

/** Bounds a wait by time, and by a number of tries for worlds in which time stands still during a wait. */
final class Tries {
    private static final int MOST = 1_000;

    private final Environment environment;
    private final long startNanos;
    private final Duration limit;
    private int count;

    Tries(Environment environment, Duration limit) {
        this.environment = environment;
        this.startNanos = environment.nanoTime();
        this.limit = limit;
    }

    /** Whether to try once more. */
    boolean again() {
        return ++count < MOST && environment.nanoTime() - startNanos < limit.toNanos();
    }

    /** For messages: how long it has been. */
    @Override
    public String toString() {
        return Duration.ofNanos(environment.nanoTime() - startNanos).toMillis() + " ms and " + count + " tries";
    }
}
