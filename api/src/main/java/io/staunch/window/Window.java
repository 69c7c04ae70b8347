package io.staunch.window;

import java.time.Instant;

/**
 * A stretch of event time. That of a {@link GlobalWindows} is all of it, from {@link Long#MIN_VALUE} to {@link Long#MAX_VALUE}.
 *
 * @param startMillis the first timestamp in it, in milliseconds since 1970
 * @param endMillis the first timestamp behind it
 */
public record Window(long startMillis, long endMillis) {
    public Window {
        if (startMillis >= endMillis) {
            throw new IllegalArgumentException("a window can't be from " + startMillis + " to " + endMillis);
        }
    }

    /** The first instant in it. */
    public Instant start() {
        return Instant.ofEpochMilli(startMillis);
    }

    /** The first instant behind it. */
    public Instant end() {
        return Instant.ofEpochMilli(endMillis);
    }
}
