package io.staunch.statebackend.file;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one file of the log: {@code 0000000005-0003.log} is segment 3 of epoch 5. Segment 0 of an epoch is its claim. The order
 * is that of creation within one history.
 */
record SegmentName(long epoch, int segment) implements Comparable<SegmentName> {
    private static final Pattern TEXT = Pattern.compile("(\\d{10,18})-(\\d{4,9})\\.log");
    private static final Comparator<SegmentName> ORDER =
            Comparator.comparingLong(SegmentName::epoch).thenComparingInt(SegmentName::segment);

    SegmentName {
        if (epoch < 1 || segment < 0) {
            throw new IllegalArgumentException("epoch " + epoch + " and segment " + segment + " name no file");
        }
    }

    /** The name that a file has, or empty if it is no file of a log. */
    static Optional<SegmentName> parse(String file) {
        Matcher match = TEXT.matcher(file);
        if (!match.matches() || Long.parseLong(match.group(1)) < 1) {
            return Optional.empty();
        }
        var name = new SegmentName(Long.parseLong(match.group(1)), Integer.parseInt(match.group(2)));
        return name.toString().equals(file) ? Optional.of(name) : Optional.empty();
    }

    static SegmentName claim(long epoch) {
        return new SegmentName(epoch, 0);
    }

    @Override
    public int compareTo(SegmentName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return String.format("%010d-%04d.log", epoch, segment);
    }
}
