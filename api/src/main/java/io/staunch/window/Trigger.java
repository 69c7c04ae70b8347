package io.staunch.window;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a window gives a result before its time, or at all where it has none. An immutable value.
 *
 * @param records a result after each so many records; 0 for not by their number
 * @param interval a result at each multiple of this of the wall clock, if records have come since the last result; null for not by time
 * @param discarding whether a result is of the records since the one before only
 */
public record Trigger(long records, @Nullable Duration interval, boolean discarding) implements Serializable {
    /** A result after each so many records of a key and window. */
    public static Trigger everyRecords(long records) {
        return new Trigger(records, null, false);
    }

    /** A result each time that the wall clock shows a multiple of the interval, if there is anything new. */
    public static Trigger everyInterval(Duration interval) {
        return new Trigger(0, Objects.requireNonNull(interval, "interval"), false);
    }

    /** The same, but whichever is first: that, or so many records. */
    public Trigger orEveryRecords(long most) {
        return new Trigger(most, interval, discarding);
    }

    /** The same, but a result is of the records since the one before only: each record is in one result. */
    public Trigger discardingWhatWasGiven() {
        return new Trigger(records, interval, true);
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (records < 0 || (records == 0 && interval == null)) {
            problems.add("a trigger needs at least 1 record, was " + records);
        }
        if (interval != null) {
            Durations.positive(problems, "everyInterval", interval);
        }
        return problems;
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (records > 0) {
            parts.add("every " + records + " records");
        }
        if (interval != null) {
            parts.add("every " + interval);
        }
        return String.join(" or ", parts) + (discarding ? ", discarding" : "");
    }
}
