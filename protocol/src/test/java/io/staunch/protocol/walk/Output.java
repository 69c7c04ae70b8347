package io.staunch.protocol.walk;

/** A sequence of small numbers as one number, so that states stay small: what a transaction holds, what readers see. */
public final class Output {
    /** Nothing. */
    public static final int NONE = 0;

    /** What is left of a transaction that the outside has aborted. */
    public static final int ABORTED = -1;

    private static final int BASE = 7;

    private Output() {}

    /** One more. */
    public static int with(int output, int record) {
        return output * BASE + record + 1;
    }

    /** One sequence after the other. */
    public static int concat(int first, int second) {
        int power = 1;
        for (int rest = second; rest > 0; rest /= BASE) {
            power *= BASE;
        }
        return first * power + second;
    }

    /** Whether it is 0, 1, 2 and so on without a gap. */
    public static boolean isPrefix(int output) {
        int last = size(output) - 1;
        for (int rest = output, expected = last; rest > 0; rest /= BASE, expected--) {
            if (rest % BASE - 1 != expected) {
                return false;
            }
        }
        return true;
    }

    /** The records one by one. */
    public static int[] records(int output) {
        int[] records = new int[size(output)];
        for (int rest = output, i = records.length - 1; rest > 0; rest /= BASE, i--) {
            records[i] = rest % BASE - 1;
        }
        return records;
    }

    public static int size(int output) {
        int size = 0;
        for (int rest = output; rest > 0; rest /= BASE) {
            size++;
        }
        return size;
    }

    public static String text(int output) {
        StringBuilder text = new StringBuilder();
        for (int rest = output; rest > 0; rest /= BASE) {
            text.insert(0, " " + (rest % BASE - 1));
        }
        return "[" + text.toString().trim() + "]";
    }
}
