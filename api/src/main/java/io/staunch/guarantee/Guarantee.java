package io.staunch.guarantee;

import java.util.Locale;

/** How often the effect of an input record is in the output after faults. Ordered from weakest to strongest. */
public enum Guarantee {
    /** Never twice; after a fault records may be missing, and state starts empty. */
    AT_MOST_ONCE,
    /** Never lost; after a fault records may count again. */
    AT_LEAST_ONCE,
    /** As if no fault had happened. */
    EXACTLY_ONCE;

    /** The weaker of the two. */
    public Guarantee weakest(Guarantee other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** Whether this level is at least the given one. */
    public boolean reaches(Guarantee wanted) {
        return compareTo(wanted) >= 0;
    }

    /** As in docs, reports and options: {@code exactly-once}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The level whose {@link #text()} is given. */
    public static Guarantee of(String text) {
        for (Guarantee level : values()) {
            if (level.text().equals(text)) {
                return level;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no guarantee: use at-most-once, at-least-once or exactly-once");
    }
}
