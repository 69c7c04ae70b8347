package io.staunch.window;

import java.time.Duration;
import java.util.List;

/** The rules of durations here: whole milliseconds, so that all windows have bounds that timestamps can name. */
final class Durations {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    static void positive(List<String> problems, String option, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0 || !wholeMillis(value)) {
            problems.add(option + " must be whole milliseconds, from 1 to " + LONGEST.toDays() + " days, was " + value);
        }
    }

    static void offset(List<String> problems, Duration offset) {
        if (offset.abs().compareTo(LONGEST) > 0 || !wholeMillis(offset)) {
            problems.add("offsetBy must be whole milliseconds, at most " + LONGEST.toDays() + " days, was " + offset);
        }
    }

    static void lateness(List<String> problems, Duration lateness) {
        if (lateness.isNegative() || lateness.compareTo(LONGEST) > 0 || !wholeMillis(lateness)) {
            problems.add("allowedLateness must be whole milliseconds, from 0 to " + LONGEST.toDays() + " days, was "
                    + lateness);
        }
    }

    private static boolean wholeMillis(Duration value) {
        return value.getNano() % 1_000_000 == 0;
    }
}
