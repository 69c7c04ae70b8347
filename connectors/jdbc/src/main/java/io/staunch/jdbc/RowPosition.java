package io.staunch.jdbc;

import io.staunch.source.Split;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The row of a table that was read last, in the order of reading.
 *
 * @param time null if rows are read by their id alone
 */
record RowPosition(@Nullable Instant time, long id) implements Comparable<RowPosition> {
    private static final String BEGINNING = "beginning";
    private static final Pattern TEXT = Pattern.compile("(?:time=([^,]+),)?id=(-?[0-9]{1,19})");

    @Override
    public int compareTo(RowPosition other) {
        int byTime = time == null || other.time == null ? 0 : time.compareTo(other.time);
        return byTime != 0 ? byTime : Long.compare(id, other.id);
    }

    /** As it stands in checkpoints. */
    static String text(@Nullable RowPosition position) {
        return position == null
                ? BEGINNING
                : (position.time == null ? "" : "time=" + position.time + ",") + "id=" + position.id;
    }

    /**
     * Reads it from a checkpoint.
     *
     * @param byTime whether rows are read by time
     * @return the position in an optional, which is empty for the beginning; or null if it is no position of this kind
     */
    static @Nullable Optional<RowPosition> of(Split split, boolean byTime) {
        if (split.position().equals(BEGINNING)) {
            return Optional.empty();
        }
        Matcher matcher = TEXT.matcher(split.position());
        if (!matcher.matches() || (matcher.group(1) != null) != byTime) {
            return null;
        }
        try {
            Instant time = byTime ? Instant.parse(matcher.group(1)) : null;
            return Optional.of(new RowPosition(time, Long.parseLong(matcher.group(2))));
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }
}
