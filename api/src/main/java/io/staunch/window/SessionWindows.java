package io.staunch.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Windows that last as long as records of a key follow each other within less than the gap: from the first record to the gap after the last.
 *
 * @param gap records that are so far apart, or farther, are in different sessions
 */
public record SessionWindows(Duration gap) implements Windows {
    public SessionWindows {
        Objects.requireNonNull(gap, "gap");
    }

    /** Sessions that end after so long without a record. */
    public static SessionWindows withGap(Duration gap) {
        return new SessionWindows(gap);
    }

    @Override
    public Kind kind() {
        return Kind.SESSION;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Durations.positive(problems, "the gap of SessionWindows", gap);
        return problems;
    }

    @Override
    public String toString() {
        return "session windows with a gap of " + gap;
    }
}
