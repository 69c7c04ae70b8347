package io.staunch.time;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the progress of event time is told from a stream's timestamps. A watermark t says that no record with timestamp t or before is
 * expected any more; each split of a source has its own, and the stream's is the least of them. An immutable value.
 *
 * @param disorder by how much a record may be older than the newest one before it in its split; what is older than that may be late
 * @param idleness after how long without a record a split is not waited for; null for never
 * @param alignment how far ahead of the slowest split others are read; null for any distance
 */
public record Watermarks(
        Duration disorder,
        @Nullable Duration idleness,
        @Nullable Duration alignment) implements Serializable {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public Watermarks {
        Objects.requireNonNull(disorder, "disorder is null");
    }

    /** Records of one split are out of order by this much at most; without idleness and alignment. */
    public static Watermarks disorder(Duration bound) {
        return new Watermarks(bound, null, null);
    }

    /**
     * The same, but a split without records for this long is not waited for. That time does not count while the source is held back: by
     * its sinks, by alignment, or by a worker that does not come to it. When the split has records again it is waited for again; they may be late by then.
     */
    public Watermarks withIdleness(Duration timeout) {
        return new Watermarks(disorder, Objects.requireNonNull(timeout, "the timeout of idleness is null"), alignment);
    }

    /**
     * The same, but a split is not read further while its watermark is more than this ahead of that of the source's slowest split, so that the
     * state of what lies between stays small. Needs {@link #withIdleness}.
     */
    public Watermarks alignedWithin(Duration distance) {
        return new Watermarks(
                disorder, idleness, Objects.requireNonNull(distance, "the distance of alignment is null"));
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (disorder.isNegative() || disorder.compareTo(LONGEST) > 0) {
            problems.add("disorder must be from zero to " + LONGEST.toDays() + " days, was " + disorder);
        }
        positive(problems, "withIdleness", idleness);
        positive(problems, "alignedWithin", alignment);
        if (alignment != null && idleness == null) {
            problems.add("alignedWithin(" + alignment
                    + ") needs withIdleness(...): a split that has no record would hold up" + " all others for ever");
        }
        return problems;
    }

    private static void positive(List<String> problems, String option, @Nullable Duration value) {
        if (value == null) {
            return;
        }
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
            problems.add(option + " must be from one millisecond to " + LONGEST.toDays() + " days, was " + value);
        }
    }
}
