package io.staunch.keyed;

import java.time.Duration;
import java.util.List;

/** The rules of durations here: whole milliseconds, since timestamps and timers have no smaller parts. */
final class Spans {
    static final Duration LONGEST = Duration.ofDays(36_500);

    private Spans() {}

    /** What is wrong with a duration that must be positive. */
    static List<String> positive(String option, Duration value) {
        boolean right = !value.isNegative() && !value.isZero() && within(value);
        return right
                ? List.of()
                : List.of(
                        option + " must be whole milliseconds, from 1 to " + LONGEST.toDays() + " days, was " + value);
    }

    /** Whether a duration is whole milliseconds, and not longer than is sensible in either direction. */
    static boolean within(Duration value) {
        return value.abs().compareTo(LONGEST) <= 0 && value.getNano() % 1_000_000 == 0;
    }
}
