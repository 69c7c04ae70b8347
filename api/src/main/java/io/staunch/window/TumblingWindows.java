package io.staunch.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Windows of one size, each where the one before ends: a record is in exactly one. They begin at multiples of their size since 1970, UTC.
 *
 * @param size of each
 * @param offset by which they begin later than that
 */
public record TumblingWindows(Duration size, Duration offset) implements Windows {
    public TumblingWindows {
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(offset, "offset");
    }

    /** Windows of this size. */
    public static TumblingWindows of(Duration size) {
        return new TumblingWindows(size, Duration.ZERO);
    }

    /** The same, but later by this much: days of a time zone east of UTC need a negative one. */
    public TumblingWindows offsetBy(Duration by) {
        return new TumblingWindows(size, by);
    }

    @Override
    public Kind kind() {
        return Kind.TUMBLING;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Durations.positive(problems, "the size of TumblingWindows", size);
        Durations.offset(problems, offset);
        return problems;
    }

    @Override
    public String toString() {
        return "tumbling windows of " + size + (offset.isZero() ? "" : ", offset by " + offset);
    }
}
