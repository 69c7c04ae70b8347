package io.staunch;

import java.time.Duration;

/**
 * How often a job restarts inside its process after an error whose remedy is a restart. The pause doubles from {@code pause} up to
 * {@code longestPause}; a checkpoint that settles counts as recovered and resets both.
 *
 * @param attempts how many restarts in a row, without a settled checkpoint between them; 0 for none
 * @param pause before the first restart
 * @param longestPause upper bound
 */
public record RestartPolicy(int attempts, Duration pause, Duration longestPause) {
    public RestartPolicy {
        if (attempts < 0) {
            throw new IllegalArgumentException("restart attempts must not be negative, was " + attempts);
        }
        if (pause.isNegative() || longestPause.compareTo(pause) < 0) {
            throw new IllegalArgumentException(
                    "restart pause must be between zero and the longest pause, was " + pause + " and " + longestPause);
        }
    }

    /** No restarts: the first error ends the job. */
    public static RestartPolicy never() {
        return new RestartPolicy(0, Duration.ZERO, Duration.ZERO);
    }

    /** So many restarts in a row, with pauses from 100 ms to 10 s. */
    public static RestartPolicy upTo(int attempts) {
        return new RestartPolicy(attempts, Duration.ofMillis(100), Duration.ofSeconds(10));
    }
}
