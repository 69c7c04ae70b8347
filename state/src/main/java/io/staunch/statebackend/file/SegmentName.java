package io.staunch.statebackend.file;

import java.util.Comparator;
import java.util.Optional;

/**
 * The name of one file of the log: {@code 0000000005-0003.log} is segment 3 of epoch 5. Segment 0 of an epoch is its claim. The order
 * is that of creation within one history.
 */
record SegmentName(long epoch, int segment) implements Comparable<SegmentName> {
    private static final int EPOCH_DIGITS = 10;
    private static final int SEGMENT_DIGITS = 4;
    private static final int MOST_DIGITS = 9;
    private static final String SUFFIX = ".log";
    private static final Comparator<SegmentName> ORDER =
            Comparator.comparingLong(SegmentName::epoch).thenComparingInt(SegmentName::segment);

    SegmentName {
        if (epoch < 1 || segment < 0) {
            throw new IllegalArgumentException("epoch " + epoch + " and segment " + segment + " name no file");
        }
    }

    /** The name that a file has, or empty if it is no file of a log. */
    static Optional<SegmentName> parse(String file) {
        int dash = file.indexOf('-');
        int end = file.length() - SUFFIX.length();
        boolean shaped = dash >= EPOCH_DIGITS
                && dash <= 2 * MOST_DIGITS
                && end - dash - 1 >= SEGMENT_DIGITS
                && end - dash - 1 <= MOST_DIGITS
                && file.endsWith(SUFFIX);
        if (!shaped) {
            return Optional.empty();
        }
        long epoch = digits(file, 0, dash);
        long segment = digits(file, dash + 1, end);
        if (epoch < 1 || segment < 0) {
            return Optional.empty();
        }
        var name = new SegmentName(epoch, (int) segment);
        return name.toString().equals(file) ? Optional.of(name) : Optional.empty();
    }

    private static long digits(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
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
        var text = new StringBuilder(24);
        padded(text, epoch, EPOCH_DIGITS).append('-');
        return padded(text, segment, SEGMENT_DIGITS).append(SUFFIX).toString();
    }

    private static StringBuilder padded(StringBuilder text, long number, int digits) {
        String plain = Long.toString(number);
        return text.append("0".repeat(Math.max(0, digits - plain.length()))).append(plain);
    }
}
