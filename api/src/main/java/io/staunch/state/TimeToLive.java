package io.staunch.state;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * For how long a state is kept without being written or used, by the wall clock; a clock that jumps makes that longer or shorter. An immutable value.
 *
 * @param duration whole milliseconds
 * @param since from when on it counts
 */
public record TimeToLive(Duration duration, Since since) implements Serializable {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** What begins the time anew. */
    public enum Since {
        /** That it is set, or something is added to it or removed from it. A value that is changed in place must be set again to count. */
        WRITE,
        /** The same, or that it is read. */
        USE
    }

    public TimeToLive {
        Objects.requireNonNull(duration, "duration");
        Objects.requireNonNull(since, "since");
    }

    /** Since it was last written. */
    public static TimeToLive sinceWrite(Duration duration) {
        return new TimeToLive(duration, Since.WRITE);
    }

    /** Since it was last written or read. */
    public static TimeToLive sinceUse(Duration duration) {
        return new TimeToLive(duration, Since.USE);
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        boolean right = duration.compareTo(Duration.ofMillis(1)) >= 0
                && duration.compareTo(LONGEST) <= 0
                && duration.getNano() % 1_000_000 == 0;
        return right
                ? List.of()
                : List.of("a time to live must be whole milliseconds, from 1 to " + LONGEST.toDays() + " days, was "
                        + duration);
    }
}
