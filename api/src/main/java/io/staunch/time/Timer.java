package io.staunch.time;

import java.time.Instant;
import java.util.Objects;

/**
 * A timer of a key. It has no other name: a key has at most one timer of a kind at one time.
 *
 * @param time in milliseconds since 1970
 */
public record Timer(Kind kind, long time) {
    /** The clock that a timer goes by. */
    public enum Kind {
        /** Fires when the watermark reaches its time. */
        EVENT_TIME,
        /** Fires when the wall clock reaches its time. */
        PROCESSING_TIME
    }

    public Timer {
        Objects.requireNonNull(kind, "kind");
    }

    /** Its time. */
    public Instant at() {
        return Instant.ofEpochMilli(time);
    }
}
