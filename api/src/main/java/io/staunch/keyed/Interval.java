package io.staunch.keyed;

import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which records of two streams belong together: those of one key of which the right one is from {@code before} earlier to {@code after} later than the left one,
 * both included. An immutable value.
 *
 * @param before may be negative: the right one is later by so much at least
 * @param after may be negative: the right one is earlier by so much at least
 * @param lateLeft where late records of the left stream go; null for nowhere
 * @param lateRight where late records of the right stream go; null for nowhere
 */
public record Interval(
        Duration before,
        Duration after,
        @Nullable SideOutput<?> lateLeft,
        @Nullable SideOutput<?> lateRight) implements Serializable {
    public Interval {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!Spans.within(before) || !Spans.within(after)) {
            problems.add("before and after must be whole milliseconds, at most " + Spans.LONGEST.toDays()
                    + " days, were " + before + " and " + after);
        } else if (before.plus(after).isNegative()) {
            problems.add("no time is from " + before + " before to " + after
                    + " after: the second must not end before the first begins");
        }
        return problems;
    }
}
