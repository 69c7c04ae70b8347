package io.staunch.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Windows of one size, one for each slide: they overlap, and a record is in as many as there are slides in the size. They begin at multiples
 * of the slide since 1970, UTC.
 *
 * @param size of each
 * @param slide from the beginning of one to that of the next
 * @param offset by which they begin later than that
 */
public record SlidingWindows(Duration size, Duration slide, Duration offset) implements Windows {
    private static final long MOST_PANES = 100_000;

    public SlidingWindows {
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(slide, "slide");
        Objects.requireNonNull(offset, "offset");
    }

    /** Windows of this size, as far as that goes. */
    public static Size of(Duration size) {
        return new Size(size);
    }

    /** A size that needs a slide. */
    public record Size(Duration size) {
        public Size {
            Objects.requireNonNull(size, "size");
        }

        /** One window for each slide. */
        public SlidingWindows every(Duration slide) {
            return new SlidingWindows(size, slide, Duration.ZERO);
        }
    }

    /** The same, but later by this much. */
    public SlidingWindows offsetBy(Duration by) {
        return new SlidingWindows(size, slide, by);
    }

    /**
     * Records between two neighbouring multiples of this, counted from the offset, are in the same windows: the greatest common divisor of size
     * and slide, in milliseconds.
     */
    public long paneMillis() {
        long larger = size.toMillis();
        long smaller = slide.toMillis();
        while (smaller != 0) {
            long rest = larger % smaller;
            larger = smaller;
            smaller = rest;
        }
        return larger;
    }

    @Override
    public Kind kind() {
        return Kind.SLIDING;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Durations.positive(problems, "the size of SlidingWindows", size);
        Durations.positive(problems, "every", slide);
        Durations.offset(problems, offset);
        if (problems.isEmpty() && slide.compareTo(size) > 0) {
            problems.add(
                    "SlidingWindows of " + size + " can't be every " + slide
                            + ": records between two windows would be in none; filter them out and use TumblingWindows if that is meant");
        } else if (problems.isEmpty() && size.toMillis() / paneMillis() > MOST_PANES) {
            problems.add("SlidingWindows of " + size + " every " + slide + " need " + size.toMillis() / paneMillis()
                    + " panes of " + paneMillis() + " ms for each key, and " + MOST_PANES
                    + " is the most: choose a longer slide, one that divides the size");
        }
        return problems;
    }

    @Override
    public String toString() {
        return "sliding windows of " + size + " every " + slide + (offset.isZero() ? "" : ", offset by " + offset);
    }
}
