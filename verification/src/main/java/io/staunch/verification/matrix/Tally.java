package io.staunch.verification.matrix;

import io.staunch.guarantee.Guarantee;
import io.staunch.verification.kafka.CountingJob;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Holds the output against what must come out, which is known without the engine: the numbers from 0 on went in, those of a key in their
 * order, so each comes out once, in the order of its key, in the partition of its key, and with a count that follows from the number.
 * Not safe for several threads.
 */
final class Tally {
    private static final int KEYS = CountingJob.KEYS;

    private final BitSet seen = new BitSet();
    private final int[] newest = new int[KEYS];
    private final int[] partitions = new int[KEYS];
    private long out;
    private long duplicated;
    private long outOfOrder;
    private long foreign;
    private long wrongCounts;
    private long holes;

    Tally() {
        Arrays.fill(newest, -1);
        Arrays.fill(partitions, -1);
    }

    /**
     * What was found.
     *
     * @param in numbers that went in
     * @param out records that came out
     * @param lost numbers that did not come out
     * @param duplicated records of numbers that had come out before
     * @param outOfOrder records behind a later one of their key, or in another partition than that
     * @param foreign records of no number that went in, or that can't be read
     * @param wrongCounts records, first of their number, with another count than must be
     * @param holes how often, at the moment at which a record was seen, one before it of the same key was missing
     */
    record Figures(
            long in,
            long out,
            long lost,
            long duplicated,
            long outOfOrder,
            long foreign,
            long wrongCounts,
            long holes) {
        /** Of several outputs of one job. */
        Figures plus(Figures other) {
            return new Figures(
                    in + other.in,
                    out + other.out,
                    lost + other.lost,
                    duplicated + other.duplicated,
                    outOfOrder + other.outOfOrder,
                    foreign + other.foreign,
                    wrongCounts + other.wrongCounts,
                    holes + other.holes);
        }

        /** Whether a guarantee was kept. More than it promises is not asked for. */
        boolean keeps(Guarantee guarantee) {
            return switch (guarantee) {
                case EXACTLY_ONCE -> out == in && lost + duplicated + outOfOrder + foreign + wrongCounts + holes == 0;
                case AT_LEAST_ONCE -> lost + foreign == 0;
                case AT_MOST_ONCE -> duplicated + foreign == 0;
            };
        }
    }

    /** A record has come out. */
    void add(int partition, CountingJob.Running record) {
        out++;
        int number = record.number();
        if (number < 0 || !record.key().equals("k" + number % KEYS)) {
            foreign++;
            return;
        }
        if (seen.get(number)) {
            duplicated++;
            return;
        }
        seen.set(number);
        if (record.count() != number / KEYS + 1) {
            wrongCounts++;
        }
        place(partition, number % KEYS, number);
    }

    private void place(int partition, int key, int number) {
        int before = newest[key];
        if (number < before || (before >= 0 && partition != partitions[key])) {
            outOfOrder++;
            return;
        }
        if (number > (before < 0 ? key : before + KEYS)) {
            holes++;
        }
        newest[key] = number;
        partitions[key] = partition;
    }

    /** A record has come out that can't be read. */
    void addUnreadable() {
        out++;
        foreign++;
    }

    /** The highest number that has come out; -1 if none has. */
    int highest() {
        return seen.length() - 1;
    }

    /** Whether all numbers of a range have come out. */
    boolean hasAll(int from, int to) {
        return seen.nextClearBit(from) >= to;
    }

    /** Held against the numbers below {@code in}. */
    Figures figures(int in) {
        int within = seen.get(0, in).cardinality();
        return new Figures(
                in,
                out,
                in - within,
                duplicated,
                outOfOrder,
                foreign + seen.cardinality() - within,
                wrongCounts,
                holes);
    }
}
