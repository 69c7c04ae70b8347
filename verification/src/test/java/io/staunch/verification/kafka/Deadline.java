package io.staunch.verification.kafka;

import java.time.Duration;
import java.util.function.Supplier;

/** When a wait for what is sure to come is given up: long after it has come on the slowest machine, and before whoever runs the tests gives up. */
final class Deadline {
    private static final Duration HANGS = Duration.ofMinutes(5);

    private final long end = System.nanoTime() + HANGS.toNanos();

    /** @param what is waited for, and how far it has come */
    void check(Supplier<String> what) {
        if (leftMs() <= 0) {
            throw new AssertionError("waited " + HANGS.toMinutes() + " minutes in vain for " + what.get());
        }
    }

    /** How long it may still last, in milliseconds; not positive if it is over. */
    long leftMs() {
        return (end - System.nanoTime()) / 1_000_000;
    }
}
